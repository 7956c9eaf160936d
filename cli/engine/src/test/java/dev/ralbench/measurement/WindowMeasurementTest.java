package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowMeasurementTest {
    private static final WindowMeasurement ONE = Windows.level(10, 5, 20, 100);
    private static final WindowMeasurement OTHER = Windows.level(10, 60, 30, 100);

    private static WindowMeasurement thinking(double seconds) {
        return Copy.of(ONE).with("ledger.thinkingSeconds", seconds).made();
    }

    private static WindowMeasurement watched(WindowMeasurement window, long calls, double hits) {
        return window.with(
                        Optional.of(Windows.inside(window, 40, 100, 200)),
                        Optional.of(Usages.calm(window.lengthSeconds())))
                .with(Map.of("mysql", new ServerView(calls, 3, 5)), Map.of("hits", hits));
    }

    @Test
    void bothBeginWhereTheFirstDoesAndLastAsLongAsBoth() {
        assertThat(ONE.plus(OTHER).span())
                .isEqualTo(Copy.of(ONE.span()).with("lengthSeconds", 50.0).made());
    }

    @Test
    void requestsAndUserSecondsOfBothAddUp() {
        var both = ONE.plus(OTHER);

        assertThat(both.requests()).isEqualTo(ONE.requests().plus(OTHER.requests()));
        assertThat(both.ledger()).isEqualTo(ONE.ledger().plus(OTHER.ledger()));
    }

    @Test
    void littlesLawIsOfOneWindowOnly() {
        assertThat(ONE.plus(OTHER).little()).isEmpty();
    }

    @Test
    void goodputOfBothIsThatOfTheirWholeTime() {
        var slower = Windows.level(10, 60, 30, 200);

        assertThat(ONE.plus(slower).goodputPerSecond().orElseThrow()).isEqualTo((2_000 + 1_500) / 50.0, within(1e-9));
    }

    @Test
    void aWindowWithoutLengthHasNoGoodput() {
        assertThat(Copy.of(ONE).with("span.lengthSeconds", 0.0).made().goodputPerSecond())
                .isEmpty();
    }

    @Test
    void failedRequestsAreNoGoodput() {
        assertThat(Windows.window(WindowKind.LEVEL, 10, 10, 0, 20, 100, 500).goodputPerSecond())
                .hasValue(75);
    }

    @Test
    void viewsOfEachKindAreMerged() {
        var one = watched(ONE, 100, 7);
        var other = watched(OTHER, 50, 8);
        var both = one.plus(other).views();

        assertThat(both.inside().orElseThrow())
                .isEqualTo(one.views()
                        .inside()
                        .orElseThrow()
                        .plus(other.views().inside().orElseThrow()));
        assertThat(both.generator().orElseThrow())
                .isEqualTo(one.views()
                        .generator()
                        .orElseThrow()
                        .plus(other.views().generator().orElseThrow()));
        assertThat(both.servers()).isEqualTo(Map.of("mysql", new ServerView(150, 3, 5)));
        assertThat(both.counters()).isEqualTo(Map.of("hits", 15.0));
    }

    @Test
    void aViewOfOneWindowIsNoneOfBoth() {
        assertThat(watched(ONE, 100, 7).plus(OTHER).views()).isEqualTo(WindowViews.none());
    }

    @Test
    void aViewThatIsAddedLeavesTheOthers() {
        var window = watched(ONE, 100, 7);

        assertThat(window.with(Optional.empty(), Optional.empty()).views().servers())
                .isEqualTo(window.views().servers());
        assertThat(window.with(Map.of(), Map.of()).views().inside())
                .isEqualTo(window.views().inside());
    }

    @Test
    void anOpenLoadIsThatOfBothOnlyIfBothAreOpen() {
        var open = Windows.rate(100, 0, 20, 50);

        assertThat(open.plus(open).open())
                .contains(open.open().orElseThrow().plus(open.open().orElseThrow()));
        assertThat(open.plus(ONE).open()).isEmpty();
    }

    /** 2 000 requests in 300 s of think time: 150 ms each. */
    @Test
    void aCycleIsResponseAndThinkTime() {
        double response = ONE.requests().all().meanMillis().orElseThrow();

        assertThat(thinking(300).cycleMillis().orElseThrow()).isEqualTo(response + 150, within(1e-9));
    }

    @Test
    void aWindowInWhichNoRequestEndedHasNoCycle() {
        assertThat(Copy.of(ONE)
                        .with("requests.all", LatencyDistribution.empty())
                        .made()
                        .cycleMillis())
                .isEmpty();
    }

    @Test
    void arrivalsHaveNoCycle() {
        assertThat(Windows.rate(100, 0, 20, 50).cycleMillis()).isEmpty();
    }

    @Test
    void theWholeRunHasNoCycleOfItsOwn() {
        assertThat(Windows.wholeRun(List.of(ONE, OTHER)).cycleMillis()).isEmpty();
    }

    /** Of users who come back after 100 ms a request of 2 s keeps nineteen others from being sent. */
    @Test
    void theCorrectionAddsRequestsThatUsersWouldHaveSent() {
        var slow = Distributions.between(40, 2_000, 2_001);
        var stalled = Copy.of(ONE)
                .with("requests.successful", ONE.requests().successful().plus(slow))
                .made();

        assertThat(stalled.requests().successful().percentileMillis(90).orElseThrow())
                .isLessThan(110);
        assertThat(stalled.correctedPercentileMillis(90).orElseThrow()).isGreaterThan(1_000);
    }

    @Test
    void arrivalsNeedNoCorrection() {
        assertThat(Windows.rate(100, 0, 20, 50).correctedPercentileMillis(50)).isEmpty();
    }

    @Test
    void whereNothingSucceededThereIsNothingToCorrect() {
        assertThat(Windows.dead(ONE).correctedPercentileMillis(50)).isEmpty();
    }
}
