package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real loads on real targets that were slow, cold and overloaded, and answered all the time. */
class RecordedVerdictsTest {
    private static List<Path> recorded() throws IOException {
        try (var files = Files.list(Repository.path("results/recorded"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void noRecordedTargetIsSuspect(Path file) {
        var run = ResultFile.read(file);

        assertThat(run.trials()).isNotEmpty().allSatisfy(trial -> {
            var found = trial.measurement().orElseThrow();
            boolean expectsFailures = run.scenario()
                    .ofVariant(trial.id().variant(), "expectFailures")
                    .isPresent();
            var findings = expectsFailures ? TargetChecks.exceptFailures(found) : TargetChecks.of(found);
            assertThat(findings).as(trial.id().variant()).isEmpty();
        });
    }
}
