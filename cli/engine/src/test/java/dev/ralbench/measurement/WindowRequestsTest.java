package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Windows;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WindowRequestsTest {
    private static final WindowRequests NONE = requests(Map.of());
    private static final WindowRequests ONE = Windows.level(10, 0, 20, 100).requests();
    private static final WindowRequests OTHER =
            Windows.window(WindowKind.LEVEL, 10, 30, 20, 20, 50, 7).requests();

    private static WindowRequests requests(Map<Outcome, Long> outcomes) {
        return new WindowRequests(
                outcomes,
                new WindowRequests.Completions(0, 0),
                LatencyDistribution.empty(),
                Optional.empty(),
                LatencyDistribution.empty(),
                LatencyDistribution.empty(),
                OptionalLong.of(0),
                Optional.empty(),
                0,
                OptionalDouble.empty());
    }

    private static WindowRequests peak(OptionalDouble perSecond) {
        return Copy.of(ONE).with("peakPerSecond", perSecond).made();
    }

    @Test
    void anOutcomeThatDidNotHappenIsListedWithNought() {
        assertThat(requests(Map.of(Outcome.OK, 3L)).outcomes())
                .containsOnlyKeys(Outcome.values())
                .containsEntry(Outcome.OK, 3L)
                .containsEntry(Outcome.RESET, 0L);
    }

    @Test
    void aRequestThatThePlannedStopDroppedNeitherEndedNorFailed() {
        var some = requests(Map.of(Outcome.OK, 5L, Outcome.RESET, 2L, Outcome.DROPPED_AT_STOP, 100L));

        assertThat(some.ended()).isEqualTo(7);
        assertThat(some.failed()).isEqualTo(2);
    }

    @Test
    void aRequestThatIsStillOpenHasFailed() {
        var some = requests(Map.of(Outcome.OK, 5L, Outcome.STILL_OPEN, 3L));

        assertThat(some.failed()).isEqualTo(3);
        assertThat(some.stillOpen()).isEqualTo(3);
    }

    @Test
    void requestsSentAgainAreCountedWhereBothWindowsDid() {
        var three = Copy.of(ONE).with("resent", OptionalLong.of(3)).made();
        var four = Copy.of(OTHER).with("resent", OptionalLong.of(4)).made();
        var unknown = Copy.of(OTHER).with("resent", OptionalLong.empty()).made();

        assertThat(three.plus(four).resent()).hasValue(7);
        assertThat(three.plus(unknown).resent()).isEmpty();
        assertThat(three.resentShare()).hasValue(3.0 / ONE.ended());
        assertThat(unknown.resentShare()).isEmpty();
    }

    @Test
    void sharesAreOfTheRequestsThatEnded() {
        var some =
                requests(Map.of(Outcome.OK, 5L, Outcome.RESET, 3L, Outcome.TIMEOUT, 2L, Outcome.DROPPED_AT_STOP, 90L));

        assertThat(some.errorShare()).hasValue(0.5);
        assertThat(some.timeoutShare()).hasValue(0.2);
    }

    @Test
    void ofNoRequestNoShareFailed() {
        assertThat(NONE.errorShare()).isEmpty();
        assertThat(NONE.timeoutShare()).isEmpty();
    }

    @Test
    void outcomesOfBothAddUp() {
        var both = ONE.plus(OTHER);

        for (var outcome : Outcome.values()) {
            assertThat(both.count(outcome)).as("%s", outcome).isEqualTo(ONE.count(outcome) + OTHER.count(outcome));
        }
    }

    @Test
    void completionsOfBothAddUp() {
        assertThat(new WindowRequests.Completions(5, 7).plus(new WindowRequests.Completions(20, 30)))
                .isEqualTo(new WindowRequests.Completions(25, 37));
        assertThat(ONE.plus(OTHER).completions()).isEqualTo(ONE.completions().plus(OTHER.completions()));
    }

    @Test
    void timesOfEachKindAreMerged() {
        var failing =
                Copy.of(OTHER).with("all", Distributions.between(9, 700, 800)).made();
        var connecting = Copy.of(failing)
                .with("connecting", Distributions.between(40, 1, 2))
                .made();
        var both = ONE.plus(connecting);

        assertThat(both.successful()).isEqualTo(ONE.successful().plus(OTHER.successful()));
        assertThat(both.all()).isEqualTo(ONE.all().plus(Distributions.between(9, 700, 800)));
        assertThat(both.connecting()).isEqualTo(ONE.connecting().plus(Distributions.between(40, 1, 2)));
    }

    @Test
    void theLongerStallIsTheStallOfBoth() {
        var stalled = Copy.of(OTHER).with("longestStallSeconds", 3.5).made();

        assertThat(ONE.plus(stalled).longestStallSeconds()).isEqualTo(3.5);
        assertThat(stalled.plus(ONE).longestStallSeconds()).isEqualTo(3.5);
    }

    @Test
    void theHigherPeakIsThePeakOfBoth() {
        assertThat(peak(OptionalDouble.of(70)).plus(peak(OptionalDouble.of(90))).peakPerSecond())
                .hasValue(90);
    }

    /** Of windows shorter than a second there is none. */
    @Test
    void thePeakOfOneIsThatOfBothIfTheOtherHasNone() {
        assertThat(peak(OptionalDouble.empty())
                        .plus(peak(OptionalDouble.of(90)))
                        .peakPerSecond())
                .hasValue(90);
        assertThat(peak(OptionalDouble.of(90))
                        .plus(peak(OptionalDouble.empty()))
                        .peakPerSecond())
                .hasValue(90);
    }
}
