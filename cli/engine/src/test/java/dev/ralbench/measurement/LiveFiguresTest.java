package dev.ralbench.measurement;

import static dev.ralbench.measurement.RecordedLoad.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a {@link LoadRecording} tells while the load runs. */
class LiveFiguresTest {
    private final RecordedLoad load = new RecordedLoad(2);

    private void responses(int loop, int count, long millis) {
        for (int i = 0; i < count; i++) {
            load.request(loop, 0, Outcome.OK, 3_000, 3_000 + millis, "");
        }
    }

    private void failure(int loop) {
        load.request(loop, 0, Outcome.RESET, 3_000, 3_100, "reset");
    }

    @Test
    void usersOfAllLoopsAddUp() {
        load.loop(0).activeUsers(3);
        load.loop(1).activeUsers(4);

        assertThat(load.recording.usersNow()).isEqualTo(7);
    }

    @Test
    void responsesAreThoseSinceTheLastSample() {
        load.begins(0, 3_000);
        responses(0, 30, 100);
        assertThat(load.recording.sample(4_000 * MILLI).responses()).isEqualTo(30);
        responses(0, 20, 100);
        responses(1, 5, 100);

        assertThat(load.recording.sample(5_000 * MILLI).responses()).isEqualTo(25);
    }

    @Test
    void failuresAreThoseSinceTheBeginning() {
        load.begins(0, 3_000);
        failure(0);
        load.recording.sample(4_000 * MILLI);
        failure(0);
        failure(1);
        var second = load.recording.sample(5_000 * MILLI);

        assertThat(second.failuresSoFar()).isEqualTo(3);
        assertThat(second.soFar().failures()).isEqualTo(3);
    }

    @Test
    void rowsOfResponseTimesAreThoseOfAllSamplesSinceTheyWereTaken() {
        load.begins(0, 3_000);
        responses(0, 30, 100);
        responses(1, 3, 1);
        failure(0);
        load.recording.sample(4_000 * MILLI);
        responses(0, 2, 112);
        responses(0, 1, 113);
        load.recording.sample(4_100 * MILLI);

        assertThat(load.recording.takeRows())
                .as("a row ends at 10^(41/20) = 112.2 ms")
                .isEqualTo(Map.of(0, 3L, 40, 32L, 41, 1L));
        load.recording.sample(5_000 * MILLI);
        assertThat(load.recording.takeRows()).isEmpty();
    }

    @Test
    void timesBelowAMillisecondHaveNegativeRows() {
        load.begins(0, 3_000);
        load.loop(0).requestStarted(0, 3_000 * MILLI);
        load.loop(0).requestEnded(0, 0, Outcome.OK, 3_000 * MILLI, 3_000 * MILLI + MILLI / 20, "");
        load.loop(0).requestStarted(0, 3_000 * MILLI);
        load.loop(0).requestEnded(0, 0, Outcome.OK, 3_000 * MILLI, 3_000 * MILLI, "");
        load.recording.sample(4_000 * MILLI);

        assertThat(load.recording.takeRows())
                .as("0.05 ms; and no time at all, which counts as a microsecond")
                .isEqualTo(Map.of(-27, 1L, -60, 1L));
    }

    @Test
    void percentilesAreOfTheResponsesSinceTheLastSample() {
        load.begins(0, 3_000);
        responses(0, 1_000, 800);
        load.recording.sample(4_000 * MILLI);
        responses(0, 1_000, 100);
        var second = load.recording.sample(5_000 * MILLI);

        assertThat(second.p50Millis().orElseThrow()).isEqualTo(100, within(0.2));
        assertThat(second.p99Millis().orElseThrow()).isEqualTo(100, within(0.2));
    }

    @Test
    void timeCountsFromTheFirstWindowOn() {
        assertThat(load.recording.sample(2_000 * MILLI).soFar().seconds()).isZero();
        load.begins(0, 3_000);

        assertThat(load.recording.sample(5_000 * MILLI).soFar().seconds()).isEqualTo(2);
    }

    @Test
    void percentilesOverTimeCountFromTheFirstWindowOn() {
        load.begins(0, 3_000);
        responses(0, 20, 100);
        load.recording.sample(3_600 * MILLI);
        var slots = load.ends(4_000, 1).series().slots();

        assertThat(slots.get(1).p50Millis()).isPresent();
        assertThat(slots.get(2).p50Millis()).as("0.6 s end before its middle").isEmpty();
    }

    @Test
    void aStretchHasWhatHappenedSinceItBegan() {
        load.begins(0, 3_000);
        responses(0, 30, 100);
        failure(0);
        load.recording.mark(4_000 * MILLI);
        responses(1, 20, 100);
        failure(1);
        failure(1);
        var stretch = load.recording.sinceMark(4_500 * MILLI);

        assertThat(stretch.seconds()).isEqualTo(0.5);
        assertThat(stretch.ended()).isEqualTo(22);
        assertThat(stretch.failures()).isEqualTo(2);
    }

    @Test
    void theMeanOfAWindowIsThatOfAllLoopsAndOfFailuresToo() {
        load.begins(0, 3_000);
        responses(0, 1, 200);
        responses(1, 1, 300);
        failure(1);

        assertThat(load.recording.meanMillis(0).orElseThrow()).isEqualTo(200, within(0.2));
    }

    @Test
    void aWindowInWhichNothingEndedHasNoMean() {
        load.begins(0, 3_000);

        assertThat(load.recording.meanMillis(0)).isEmpty();
    }

    @Test
    void aWindowThatHasNotBegunHasNoMean() {
        load.begins(0, 3_000);
        responses(0, 1, 200);

        assertThat(load.recording.meanMillis(1)).isEmpty();
    }
}
