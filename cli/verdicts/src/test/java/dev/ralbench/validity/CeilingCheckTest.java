package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult.Ceiling;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a load before it begins; of one that has ended see {@link ValidityJudgeTest}. */
class CeilingCheckTest {
    private static Optional<String> forecast(OptionalDouble plannedRate, double ceiling) {
        return CeilingCheck.forecast(plannedRate, new Ceiling(64, ceiling, Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {30_000, 42_000})
    void arrivalsNearTheCeilingOrAboveItArePredicted(double ceiling) {
        assertThat(forecast(OptionalDouble.of(30_000), ceiling))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("30000 requests/s are planned")
                        .contains("%.0f are what".formatted(ceiling)));
    }

    @Test
    void nothingIsPredictedOfLoadsBelowIt() {
        assertThat(forecast(OptionalDouble.of(30_000), 43_000)).isEmpty();
    }

    @Test
    void nothingIsPredictedWhereRateOrCeilingAreUnknown() {
        assertThat(forecast(OptionalDouble.empty(), 43_000)).isEmpty();
        assertThat(forecast(OptionalDouble.of(30_000), 0)).isEmpty();
    }
}
