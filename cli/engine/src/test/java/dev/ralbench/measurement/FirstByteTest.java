package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadRecorder;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.Workload.Names;
import dev.ralbench.testing.Copy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times to the first byte, as if each had been recorded on its own, although only those of parted responses are. */
class FirstByteTest {
    private static final long MICRO = 1_000;
    private static final List<String> NAMES = List.of("list", "order", "logout");

    /** An answered request of a window, with times since its start in microseconds. */
    private record Answered(int window, int name, long startMicros, long firstByteMicros, long wholeMicros) {
        void tell(LoadRecorder loop) {
            long start = startMicros * MICRO;
            long end = start + wholeMicros * MICRO;
            loop.requestStarted(window, start);
            if (firstByteMicros < wholeMicros) {
                loop.cameInParts(window, name, start, start + firstByteMicros * MICRO, end);
            }
            loop.requestEnded(window, name, Outcome.OK, start, end, "");
        }
    }

    /** Response times from a microsecond to minutes; of so many in a hundred the response comes in parts. */
    private static List<Answered> answered(Random chance, int window, int percentInParts) {
        return IntStream.range(0, 400)
                .mapToObj(i -> {
                    long whole = 1 + (long) Math.exp(chance.nextDouble() * 18);
                    long firstByte = chance.nextInt(100) < percentInParts ? chance.nextLong(whole + 1) : whole;
                    return new Answered(
                            window, chance.nextInt(NAMES.size()), window * 10_000_000L + i, firstByte, whole);
                })
                .toList();
    }

    private static LatencyDistribution expected(List<Answered> requests) {
        var times = LatencyDistribution.newHistogram();
        requests.forEach(request -> times.recordValue(Math.max(1, request.firstByteMicros())));
        return new LatencyDistribution(times);
    }

    private static LatencyDistribution of(WindowMeasurement window) {
        return window.requests().firstByte().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 100})
    void allRequestsHaveOneByWindowAndByName(int percentInParts) {
        var chance = new Random(11);
        var recording = new LoadRecording(SlotLimits.NONE, new Names(NAMES, List.of("buy")));
        var loops = List.of(recording.forLoop(0), recording.forLoop(1));
        var all = new ArrayList<Answered>();
        for (int window = 0; window < 2; window++) {
            long begins = window * 10_000_000_000L;
            int present = window;
            loops.forEach(loop -> loop.windowBegan(present, false, begins));
            answered(chance, window, percentInParts).forEach(request -> {
                all.add(request);
                request.tell(loops.get(chance.nextInt(2)));
            });
        }
        loops.getFirst().journeyEnded(0, 0, Outcome.OK, 0, 100 * MICRO);
        loops.forEach(loop -> loop.loadEnded(20_000_000_000L));
        LoadShape level = new LoadShape.ConstantUsers(10, Duration.ofSeconds(10));
        var measurement = recording.finish(
                LoadPlan.of(new LoadShape.Sequence(List.of(level, level)), Duration.ofSeconds(10)), "");

        assertThat(of(measurement.wholeRun())).isEqualTo(expected(all));
        for (int i = 0; i < 2; i++) {
            int present = i;
            var window = measurement.windows().get(i);
            assertThat(of(window))
                    .isEqualTo(expected(all.stream()
                            .filter(request -> request.window() == present)
                            .toList()));
            for (int name = 0; name < NAMES.size(); name++) {
                int of = name;
                assertThat(of(window.of(NAMES.get(name)).orElseThrow()))
                        .isEqualTo(expected(all.stream()
                                .filter(request -> request.window() == present && request.name() == of)
                                .toList()));
            }
            assertThat(window.of("buy").orElseThrow().requests().firstByte())
                    .as("a journey has many")
                    .isEmpty();
        }
    }

    @Test
    void theTimesOfResponsesInOnePartAreTheResponseTimesThemselves() {
        var tally = new FirstByteTally(Histogram::new);
        var successful = LatencyDistribution.newHistogram();
        successful.recordValue(7);
        var responseTimes = new LatencyDistribution(successful);

        assertThat(tally.times(successful, responseTimes)).isSameAs(responseTimes);
    }

    @Test
    void aRunWithTimesAndOneWithoutHaveNoneTogether() {
        var load = new RecordedLoad(1);
        load.begins(0, 0);
        load.request(0, Outcome.OK, 0, 100);
        var known = load.ends(10_000, 1).wholeRun();
        var unknown =
                Copy.of(known).with("requests.firstByte", Optional.empty()).made();

        assertThat(of(known.plus(known)).count()).isEqualTo(2);
        assertThat(known.plus(unknown).requests().firstByte()).isEmpty();
    }
}
