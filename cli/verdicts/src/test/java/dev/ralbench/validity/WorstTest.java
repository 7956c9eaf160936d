package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorstTest {
    private static Measurement measurement(List<WindowMeasurement> windows) {
        return new Measurement(windows, Windows.wholeRun(windows), new Series(0.25, List.of()), Map.of(), "");
    }

    private static Measurement levels(int... users) {
        return measurement(IntStream.range(0, users.length)
                .mapToObj(i -> Windows.level(users[i], 10.0 * i, 10, 50))
                .toList());
    }

    /** The value is the number of users. */
    private static Optional<Double> users(WindowMeasurement window) {
        return Optional.of((double) window.usersTo());
    }

    @Test
    void theLevelOfTheLargestValueIsNamed() {
        var worst = Worst.of(levels(1, 64, 8), WorstTest::users).orElseThrow();

        assertThat(worst.value()).isEqualTo(64);
        assertThat(worst.where()).isEqualTo("at 64 users");
    }

    @Test
    void whatOnlyTheWholeLoadTellsIsOfTheWholeLoad() {
        var measurement = levels(1, 2);
        Function<WindowMeasurement, Optional<Double>> ofLongOnes =
                window -> window.lengthSeconds() > 15 ? Optional.of(0.5) : Optional.empty();

        assertThat(Worst.of(measurement, ofLongOnes).map(Worst::where)).hasValue("in the whole load");
    }

    /** Turns of one level, ten seconds each, some of which are above the limit. */
    @ParameterizedTest
    @CsvSource({"20, 1, false", "20, 2, false", "20, 3, true", "1, 1, true"})
    void fewWindowsOfALevelAreOutweighedByTheOthers(int all, int above, boolean matters) {
        var windows = IntStream.range(0, all)
                .mapToObj(i -> Windows.window(WindowKind.TURN, 8, 8, 10.0 * i, 10, 50, 0))
                .toList();
        var disturbed = Set.copyOf(windows.subList(0, above));
        var measurement = measurement(windows);

        var worst = Worst.thatMatters(measurement, 0.2, window -> Optional.of(disturbed.contains(window) ? 0.5 : 0.1));

        assertThat(worst.isPresent()).isEqualTo(matters);
    }
}
