package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.TargetMachine;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetMachineCheckTest {
    @ParameterizedTest
    @CsvSource({"0.09, 10, false", "0.11, 10, true", "0.9, 0.5, false"})
    void stealOfTheTargetsMachineMakesATrialInvalid(double steal, double seconds, boolean isFound) {
        var level = Windows.level(8, 0, 10, 5);
        var machine = new TargetMachine(seconds, 0.5, Optional.of(steal), new MachineCpu(4, 8, Optional.of(0.0)));
        var seen = Windows.inside(level, 40, 64, 100).on(Optional.of(machine));
        var whole = level.with(Optional.of(seen), Optional.empty());
        var measurement = new Measurement(List.of(), whole, new Series(0.25, List.of()), Map.of(), "");

        var findings = TargetMachineCheck.find(measurement);

        assertThat(findings.isPresent()).isEqualTo(isFound);
        findings.ifPresent(finding -> {
            assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
            assertThat(finding.reason())
                    .isEqualTo(
                            "11.0 % of the CPUs' time of the target's machine in the whole load was stolen by its host"
                                    + " (at most 10.0 %)");
        });
    }
}
