package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Level;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LevelsTest {
    private static final WindowMeasurement COLD = Windows.counted("cold", 10, 10, 0, 300, 0);
    private static final WindowMeasurement WARM = Windows.counted("warm", 10, 10, 3, 100, 0);
    private static final WindowMeasurement SLOWER = Windows.counted("warm", 10, 10, 4, 200, 0);
    private static final WindowMeasurement STEADY = Windows.level(10, 6, 20, 100);

    @Test
    void windowsOfOneNameAreOneLevelWhereverTheyStand() {
        var measurement = of(COLD, WARM, STEADY, SLOWER, STEADY);

        assertThat(names(measurement)).containsExactly("10 cold", "10 warm", "10", "10 #2");
        var warm = List.copyOf(Levels.merged(measurement).values()).get(1);
        assertThat(warm.lengthSeconds()).isEqualTo(3, within(1e-9));
        assertThat(warm.goodputPerSecond().getAsDouble()).isEqualTo(200 / 3.0, within(1e-6));
        assertThat(warm.requests().successful())
                .isEqualTo(WARM.requests().successful().plus(SLOWER.requests().successful()));
        assertThat(warm.ledger()).isEqualTo(WARM.ledger().plus(SLOWER.ledger()));
    }

    @Test
    void turnsAreListedByTheirUsersThoughTheHighestLevelIsMeasuredFirst() {
        var measurement = of(turn(1024, 0), turn(1024, 3), turn(64, 6), turn(256, 9), turn(64, 12));

        assertThat(names(measurement)).containsExactly("64", "256", "1024");
        assertThat(Levels.windows(measurement).values()).extracting(List::size).containsExactly(2, 1, 2);
    }

    private static WindowMeasurement turn(int users, double start) {
        return Windows.window(WindowKind.TURN, users, users, start, 2, 100, 0);
    }

    @Test
    void aLoadOfNothingButRampsNamesThemAsSuch() {
        var up = Windows.window(WindowKind.RAMP, 0, 64, 0, 2, 100, 0);
        var down = Windows.window(WindowKind.RAMP, 64, 0, 2, 2, 100, 0);
        var measurement = of(up, down, down);

        assertThat(names(measurement)).containsExactly("ramp to 64", "ramp to 0", "ramp to 0 #2");
        assertThat(Levels.of(down).inWords()).isEqualTo("ramp to 0 users");
    }

    @Test
    void otherUsersOrAnotherKindAreAnotherLevel() {
        var more = Windows.counted("warm", 20, 10, 4, 200, 0);

        assertThat(names(of(WARM, more, SLOWER))).containsExactly("10 warm", "20 warm");
    }

    @Test
    void theMostOfEachPeakIsThePeakOfTheLevel() {
        var first = WARM.with(Optional.of(Windows.inside(WARM, 40, 100, 200)), Optional.empty());
        var second = SLOWER.with(Optional.of(Windows.inside(SLOWER, 60, 50, 200)), Optional.empty());
        var inside = Levels.merged(of(first, second))
                .firstEntry()
                .getValue()
                .views()
                .inside()
                .orElseThrow();

        assertThat(inside.osThreadsPeak()).isEqualTo(84);
        assertThat(inside.jvm().orElseThrow().heapPeakBytes()).contains(100L * 1024 * 1024);
    }

    @Test
    void aRateIsNotANumberOfUsers() {
        var measurement = of(
                Windows.level(500, 0, 20, 100),
                Windows.rate(500, 20, 20, 100),
                Windows.rate(0.5, 40, 20, 100),
                Windows.rate(500, 60, 20, 100));

        assertThat(names(measurement)).containsExactly("500", "500/s", "0.5/s", "500/s #2");
        assertThat(Levels.merged(measurement).keySet())
                .filteredOn(Level::isRate)
                .hasSize(3);
        assertThat(Level.inWords(List.copyOf(Levels.merged(measurement).keySet())))
                .isEqualTo("500 users, 500, 0.5 requests/s");
    }

    private static List<String> names(Measurement measurement) {
        return Levels.merged(measurement).keySet().stream().map(Level::name).toList();
    }

    private static Measurement of(WindowMeasurement... windows) {
        return new Measurement(
                List.of(windows), Windows.wholeRun(List.of(windows)), new Series(1, List.of()), Map.of(), "");
    }

    @Test
    void aLevelIsFoundWithAllItsWindows() {
        var measurement = of(COLD, WARM, SLOWER);
        var warm = List.copyOf(Levels.merged(measurement).keySet()).getLast();

        assertThat(Levels.find(measurement, warm)).contains(WARM.plus(SLOWER));
    }

    @Test
    void theWholeRunIsFoundLikeALevel() {
        var measurement = of(COLD, WARM);

        assertThat(Levels.find(measurement, Level.WHOLE_RUN)).contains(measurement.wholeRun());
    }

    @Test
    void aLevelThatTheLoadDoesNotHaveIsNotFound() {
        assertThat(Levels.find(of(COLD), Levels.of(STEADY))).isEmpty();
    }

    @Test
    void aRampFromAnotherRateIsAnotherLevelThoughItLeadsToTheSame() {
        assertThat(Levels.windows(of(rampFrom(10), rampFrom(50), rampFrom(10))).values())
                .extracting(List::size)
                .containsExactly(2, 1);
    }

    private static WindowMeasurement rampFrom(double perSecond) {
        var level = Windows.rate(500, 0, 20, 100);
        var open =
                Copy.of(level.open().orElseThrow()).with("rateFrom", perSecond).made();
        return Copy.of(level)
                .with("span.kind", WindowKind.RAMP)
                .with("span.label", Optional.of("arrivals"))
                .made()
                .with(open);
    }

    @Test
    void levelsInWordsAreEachNamedOnce() {
        assertThat(Levels.inWords(List.of(STEADY, Windows.level(64, 0, 20, 100), STEADY)))
                .isEqualTo("10, 64 users");
    }
}
