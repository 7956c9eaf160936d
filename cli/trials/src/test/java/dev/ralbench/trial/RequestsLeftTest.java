package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.LoadShape;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.testing.Copy;
import dev.ralbench.trial.watch.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RequestsLeftTest {
    /** Ten users, 100 requests each. */
    private static final LoadShape THOUSAND = new LoadShape.LoopsPerUser(10, 100, Duration.ZERO);

    private static Tick tick(int window, double windowSeconds, LoadTotals soFar) {
        var second = new LoadRecording.Second(0, 0, OptionalDouble.empty(), OptionalDouble.empty(), soFar);
        return new Tick(
                window,
                Optional.empty(),
                windowSeconds,
                soFar.seconds(),
                10,
                second,
                ProbeGlance.NOTHING,
                Optional.empty(),
                CourseSoFar.NONE);
    }

    @Test
    void requestsAreLeftAtThePaceOfThoseThatHaveEnded() {
        var left = new RequestsLeft(UserTimeline.of(THOUSAND));

        assertThat(left.seconds(tick(0, 0, LoadTotals.none()))).isEmpty();
        assertThat(left.seconds(tick(0, 2, SampleLoadTotals.of(2, 190, 20, 10))))
                .hasValue(8);
        assertThat(left.seconds(tick(0, 9, SampleLoadTotals.of(10, 1_000, 20, 0))))
                .hasValue(0);
    }

    @Test
    void nothingIsLeftAfterTheLastPart() {
        var timed = UserTimeline.of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(20)));

        assertThat(new RequestsLeft(timed).seconds(tick(1, 0.1, SampleLoadTotals.of(20, 2_000, 20, 0))))
                .hasValue(0);
        assertThat(new RequestsLeft(UserTimeline.of(THOUSAND))
                        .seconds(tick(1, 0.1, SampleLoadTotals.of(10, 990, 20, 0))))
                .hasValue(0);
    }

    @Test
    void roundsThatAreStillToComeCount() {
        var left = new RequestsLeft(UserTimeline.of(new LoadShape.Repeated(THOUSAND, 3)));

        assertThat(left.seconds(tick(0, 5, SampleLoadTotals.of(5, 500, 20, 0)))).hasValue(25);
        assertThat(left.seconds(tick(1, 5, SampleLoadTotals.of(15, 1_500, 20, 0))))
                .hasValue(15);
    }

    @Test
    void partsThatLastForATimeTakeJustThat() {
        var timeline = UserTimeline.of(
                new LoadShape.Sequence(List.of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(20)), THOUSAND)));
        var left = new RequestsLeft(timeline);

        assertThat(left.seconds(tick(0, 5, SampleLoadTotals.of(5, 500, 20, 0)))).hasValue(25);
        assertThat(left.seconds(tick(1, 0, SampleLoadTotals.of(20, 2_000, 20, 0))))
                .hasValue(10);
        assertThat(left.seconds(tick(1, 5, SampleLoadTotals.of(25, 2_500, 20, 0))))
                .hasValue(5);
    }

    @Test
    void theHardEndIsTheLongestThatItTakes() {
        var timeline = UserTimeline.of(THOUSAND).cutAt(Duration.ofSeconds(6));

        assertThat(new RequestsLeft(timeline)
                        .seconds(tick(0, 2, SampleLoadTotals.of(2, 200, 20, 0)))
                        .orElseThrow())
                .isEqualTo(4, within(1e-9));
    }

    @Test
    void theHardEndCountsFromTheEndOfTheWarmUp() {
        var timeline = UserTimeline.of(new LoadShape.WarmedUp(
                        new LoadShape.ConstantUsers(10, Duration.ofSeconds(60)), OptionalInt.empty(), 1_000))
                .cutAt(Duration.ofSeconds(20));
        var left = new RequestsLeft(timeline);

        assertThat(left.seconds(tick(0, 5, SampleLoadTotals.of(5, 500, 20, 0))))
                .as("5 s of warm-up at 100 per second, and what is measured")
                .hasValue(25);
        assertThat(left.seconds(tick(1, 0, SampleLoadTotals.of(10, 1_000, 20, 0))))
                .hasValue(20);
        assertThat(left.seconds(tick(1, 15, SampleLoadTotals.of(25, 2_500, 20, 0))))
                .hasValue(5);
    }

    @Test
    void aPartHasAPaceOfItsOwnAfterASecond() {
        var timeline = UserTimeline.of(
                new LoadShape.Sequence(List.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(20)), THOUSAND)));
        var left = new RequestsLeft(timeline);
        left.seconds(tick(0, 20, SampleLoadTotals.of(20, 200, 20, 0)));
        left.seconds(tick(1, 0, SampleLoadTotals.of(20, 200, 20, 0)));

        assertThat(left.seconds(tick(1, 5, SampleLoadTotals.of(25, 700, 20, 0))))
                .as("100 per second, and not the 28 of the whole load")
                .hasValue(5);
    }

    @Test
    void roundsOfWarmUpAreNotAmongTheRequestsOfTheLoad() {
        var timeline = UserTimeline.of(
                new LoadShape.WarmedUp(THOUSAND, OptionalInt.empty(), 10, Optional.of(Duration.ofMinutes(1))));
        var round = Optional.of(timeline.phases().getFirst());
        var left = new RequestsLeft(timeline);
        left.seconds(Copy.of(tick(7, 2, SampleLoadTotals.of(18, 8_500, 20, 0)))
                .with("phase", round)
                .made());
        left.seconds(tick(8, 0, SampleLoadTotals.of(20, 9_000, 20, 0)));

        assertThat(left.seconds(tick(8, 2, SampleLoadTotals.of(22, 9_400, 20, 0))))
                .as("the ninth window is the first after eight rounds")
                .hasValue(3);
    }

    @Test
    void whatHasEndedSinceTheLastSecondIsNotLeft() {
        var left = new RequestsLeft(UserTimeline.of(THOUSAND));
        var soFar = SampleLoadTotals.of(2, 200, 20, 0);
        var later = Copy.of(tick(0, 2.5, soFar)).with("loadSeconds", 2.5).made();

        assertThat(left.seconds(tick(0, 2, soFar))).hasValue(8);
        assertThat(left.seconds(later)).hasValue(7.5);
    }
}
