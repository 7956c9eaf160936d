package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadRecorder;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.UserState;
import dev.ralbench.load.Workload.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class MeasurementMergerTest {
    private static final long MILLI = 1_000_000;
    private static final int SLOTS_PER_SECOND = 4;

    /** One call of a recorder. */
    private record Event(long nanos, int loop, Consumer<LoadRecorder> call) {}

    /**
     * The events of several event loops with one warm-up, a ramp, two levels and an open level, at random times: requests
     * of two names and journeys, across the borders of windows, failed ones, responses in parts, connections, pauses.
     */
    private static final class Script {
        private static final int OPEN = 4;
        private static final Names NAMES = new Names(List.of("list", "order"), List.of("buy"));
        private static final SlotLimits LIMITS = SlotLimits.of(List.of(50.0));

        private final SplittableRandom random;
        private final int[] usersOfLoop;
        private final double[] rateOfLoop;
        private final List<Event> events = new ArrayList<>();
        private final long[] begins = {0, 700 * MILLI, 2_000 * MILLI, 5_000 * MILLI, 7_500 * MILLI, 10_000 * MILLI};

        Script(long seed, int loops) {
            this.random = new SplittableRandom(seed);
            this.usersOfLoop =
                    IntStream.range(0, loops).map(i -> random.nextInt(1, 5)).toArray();
            this.rateOfLoop = IntStream.range(0, loops)
                    .mapToDouble(i -> random.nextInt(1, 40))
                    .toArray();
            boolean haveStopped = random.nextInt(3) == 0;
            for (int loop = 0; loop < loops; loop++) {
                script(loop, haveStopped && random.nextBoolean());
            }
            events.sort(Comparator.comparingLong(Event::nanos));
        }

        private void add(long nanos, int loop, Consumer<LoadRecorder> call) {
            events.add(new Event(nanos, loop, call));
        }

        private void script(int loop, boolean hasStopped) {
            var borders = begins.clone();
            for (int i = 1; i < borders.length; i++) { // loops change one by one
                borders[i] += random.nextLong(3 * MILLI);
            }
            for (int window = 0; window <= OPEN; window++) {
                int began = window;
                add(borders[window], loop, to -> to.windowBegan(began, began == OPEN, borders[began]));
                add(borders[window], loop, to -> to.activeUsers(usersOfLoop[loop]));
                for (int user = 0; user < usersOfLoop[loop]; user++) {
                    user(loop, window, borders);
                }
            }
            if (hasStopped) {
                add(3_000 * MILLI, loop, LoadRecorder::userStopped);
            }
            add(4_000 * MILLI, loop, LoadRecorder::surplus);
            add(borders[OPEN + 1] - 1, loop, to -> to.phaseEnded(OPEN, 2, 5));
            add(borders[OPEN + 1], loop, to -> to.loadEnded(borders[OPEN + 1]));
        }

        /** Sends requests one after the other, of which the last one outlasts the window. */
        private void user(int loop, int window, long[] borders) {
            long at = borders[window] + random.nextLong(20 * MILLI);
            long connect = random.nextLong(1, 3 * MILLI);
            add(at, loop, to -> to.connected(window, connect));
            add(at, loop, to -> to.spent(window, UserState.CONNECTING, connect));
            at += connect;
            while (at < borders[window + 1]) {
                long took = 200_000 + (long) (-Math.log(1 - random.nextDouble()) * 40 * MILLI);
                at = request(loop, window, at, took);
                long pause = random.nextLong(5 * MILLI);
                add(at, loop, to -> to.spent(window, UserState.THINKING, pause));
                at += pause;
            }
        }

        private long request(int loop, int window, long start, long took) {
            long ends = start + took;
            int name = random.nextInt(NAMES.requests().size());
            var outcome = ends >= begins[OPEN + 1]
                    ? Outcome.DROPPED_AT_STOP
                    : random.nextInt(20) == 0 ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            if (window == OPEN) {
                long late = random.nextLong(MILLI);
                add(start, loop, to -> to.arrived(window, start, late));
                add(start, loop, LoadRecorder::sent);
            } else {
                add(start, loop, to -> to.requestStarted(window, start));
            }
            long end = Math.min(ends, begins[OPEN + 1] - 1);
            boolean isInParts = outcome == Outcome.OK && random.nextBoolean();
            boolean isResent = random.nextInt(50) == 0;
            var traffic = new Traffic();
            traffic.begin();
            traffic.sent(random.nextInt(100, 200));
            traffic.received(random.nextInt(200, 2_000));
            if (outcome != Outcome.DROPPED_AT_STOP) {
                traffic.answered(random.nextInt(100));
            }
            add(end, loop, to -> {
                to.transferred(window, traffic);
                if (isInParts) {
                    to.cameInParts(window, name, start, start + took / 2, end);
                }
                if (isResent) {
                    to.resent(window);
                }
                if (window == OPEN && outcome == Outcome.OK) {
                    to.served(window, took);
                }
                to.requestEnded(window, name, outcome, start, end, outcome.isFailure() ? "status 50" + name : "");
                to.spent(window, UserState.WAITING, end - start);
                if (outcome != Outcome.DROPPED_AT_STOP) {
                    to.journeyEnded(window, 0, outcome, start, end);
                }
            });
            return ends;
        }

        /** As one generator with some of the loops would have measured it. */
        Measurement measured(List<Integer> loops) {
            var recording = new LoadRecording(LIMITS, NAMES);
            var recorders = new TreeMap<Integer, LoadRecorder>();
            loops.forEach(loop -> recorders.put(loop, recording.forLoop(loop)));
            long nextSample = 1_000 * MILLI;
            for (var event : events) {
                if (event.nanos() >= nextSample) {
                    recording.sample(nextSample);
                    nextSample += 1_000 * MILLI;
                }
                Optional.ofNullable(recorders.get(event.loop())).ifPresent(event.call());
            }
            int users = loops.stream().mapToInt(loop -> usersOfLoop[loop]).sum();
            double rate = loops.stream().mapToDouble(loop -> rateOfLoop[loop]).sum();
            var closed = new LoadShape.Sequence(List.of(
                    new LoadShape.Ramp(0, users, Duration.ofSeconds(1)),
                    new LoadShape.ConstantUsers(users, Duration.ofSeconds(3)),
                    new LoadShape.ConstantUsers(users, Duration.ofSeconds(2))));
            var open = new LoadShape.Open(
                    new RateShape.Constant(rate, Duration.ofSeconds(2)), Arrivals.even(), 10 * loops.size());
            var shape = new LoadShape.WarmedUp(
                    new LoadShape.Sequence(List.of(closed, open)), OptionalInt.empty(), 10L * loops.size());
            return recording.finish(LoadPlan.of(shape, Duration.ofSeconds(10)), "");
        }
    }

    /**
     * What may differ is listed here and nowhere else: the longest stall, which is an upper limit, and the percentiles of
     * slots. All other figures are exact, those that are divided to one in a billion.
     */
    @RepeatedTest(8)
    void generatorsTogetherMeasureWhatOneWithAllOfTheirLoopsDoes(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        var random = new SplittableRandom(seed);
        int loops = random.nextInt(2, 7);
        var script = new Script(seed, loops);
        var parts = new ArrayList<List<Integer>>();
        int generators = random.nextInt(2, Math.min(loops, 3) + 1);
        IntStream.range(0, generators).forEach(i -> parts.add(new ArrayList<>(List.of(i))));
        IntStream.range(generators, loops)
                .forEach(loop -> parts.get(random.nextInt(generators)).add(loop));

        var one = script.measured(IntStream.range(0, loops).boxed().toList());
        var merged =
                MeasurementMerger.merge(parts.stream().map(script::measured).toList());

        assertThat(merged.windows()).hasSameSizeAs(one.windows()).hasSize(5);
        for (int i = 0; i < one.windows().size(); i++) {
            assertSame(merged.windows().get(i), one.windows().get(i));
        }
        assertSame(merged.wholeRun(), one.wholeRun());
        assertSame(merged.series(), one.series());
        assertThat(merged.failureDetails()).isEqualTo(one.failureDetails()).containsKey(Measurement.SURPLUS);
        assertThat(merged.stoppedEarly()).isEmpty();
        assertThat(one.windows().get(2).little()).isPresent();
        assertThat(one.windows().get(4).open()).isPresent();
        assertThat(one.windows().get(3).requests().peakPerSecond()).isPresent();
    }

    private static void assertSame(WindowMeasurement merged, WindowMeasurement one) {
        assertThat(merged.span()).isEqualTo(one.span());
        assertThat(merged.requests().with(0, OptionalDouble.empty()))
                .isEqualTo(one.requests().with(0, OptionalDouble.empty()));
        assertThat(merged.requests().peakPerSecond()).isEqualTo(one.requests().peakPerSecond());
        assertThat(merged.requests().longestStallSeconds())
                .isGreaterThanOrEqualTo(one.requests().longestStallSeconds() - 1e-9);
        assertThat(merged.byName()).isEqualTo(one.byName());
        assertThat(merged.named()).hasSize(3);
        assertThat(merged.goodputPerSecond()).isEqualTo(one.goodputPerSecond());
        assertSame(merged.ledger(), one.ledger());
        assertThat(merged.little().isPresent()).isEqualTo(one.little().isPresent());
        merged.little().ifPresent(check -> assertSame(check, one.little().orElseThrow()));
        assertThat(merged.open().isPresent()).isEqualTo(one.open().isPresent());
        merged.open().ifPresent(open -> assertSame(open, one.open().orElseThrow()));
    }

    private static void assertSame(Ledger merged, Ledger one) {
        assertThat(List.of(merged.connectingSeconds(), merged.waitingSeconds(), merged.thinkingSeconds()))
                .usingElementComparator(Comparator.comparingLong(seconds -> Math.round(seconds * 1e9)))
                .isEqualTo(List.of(one.connectingSeconds(), one.waitingSeconds(), one.thinkingSeconds()));
        assertThat(merged.offeredSeconds()).isEqualTo(one.offeredSeconds(), within(1e-9));
    }

    private static void assertSame(LittleCheck merged, LittleCheck one) {
        for (var figure : List.<Function<LittleCheck, Double>>of(
                LittleCheck::users,
                LittleCheck::inFlight,
                LittleCheck::completionsPerSecond,
                LittleCheck::cycleMillis,
                LittleCheck::deviation,
                LittleCheck::tolerance)) {
            assertThat(figure.apply(merged))
                    .isEqualTo(figure.apply(one), within(1e-9 * Math.max(1, figure.apply(one))));
        }
        assertThat(merged.cause()).isEqualTo(one.cause());
    }

    private static void assertSame(OpenLoad merged, OpenLoad one) {
        assertThat(merged.plannedArrivals()).isEqualTo(one.plannedArrivals(), within(1e-9));
        assertThat(new OpenLoad(
                        merged.rateFrom(),
                        merged.rateTo(),
                        merged.spacing(),
                        one.plannedArrivals(),
                        merged.arrivals(),
                        merged.sent(),
                        merged.waitingAtEnd(),
                        merged.outstandingAtEnd(),
                        merged.service(),
                        merged.late()))
                .isEqualTo(one);
    }

    private static void assertSame(Series merged, Series one) {
        assertThat(merged.slotSeconds()).isEqualTo(one.slotSeconds());
        assertThat(merged.beyond()).isEqualTo(one.beyond());
        assertThat(merged.slots()).hasSameSizeAs(one.slots());
        for (int i = 0; i < one.slots().size(); i++) {
            var slot = merged.slots().get(i);
            var other = one.slots().get(i);
            assertThat(slot.withPercentiles(other.p50Millis(), other.p99Millis()))
                    .isEqualTo(other);
        }
    }

    private static RecordedLoad began(int loops) {
        var load = new RecordedLoad(loops);
        load.begins(0, 0);
        return load;
    }

    private static WindowMeasurement only(Measurement measurement) {
        assertThat(measurement.windows()).hasSize(1);
        return measurement.windows().getFirst();
    }

    @Test
    void aStallOfAllIsAtMostTheShortestOfTheirLongest() {
        var steady = began(1);
        var stalled = began(1);
        for (int at = 0; at < 10_000; at += 100) {
            steady.request(0, Outcome.OK, at, at + 100);
        }
        stalled.request(0, Outcome.OK, 0, 4_000);
        stalled.request(0, Outcome.OK, 4_000, 10_000);

        var merged = MeasurementMerger.merge(List.of(steady.ends(10_000, 1), stalled.ends(10_000, 1)));

        assertThat(only(merged).requests().longestStallSeconds()).isEqualTo(0.1, within(1e-9));
        assertThat(merged.wholeRun().requests().longestStallSeconds()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void aGeneratorThatSentNothingSaysNothingAboutStalls() {
        var stalled = began(1);
        stalled.request(0, Outcome.OK, 0, 4_000);
        stalled.request(0, Outcome.OK, 4_000, 10_000);

        var merged = MeasurementMerger.merge(List.of(began(1).ends(10_000, 1), stalled.ends(10_000, 1)));

        assertThat(only(merged).requests().longestStallSeconds()).isEqualTo(6, within(1e-9));
    }

    /** Ten users of each, of whom those of one got no answer: half of the cycles are missing. */
    @Test
    void usersOfAGeneratorWithoutACheckOfLittlesLawStillCount() {
        var answered = began(1);
        for (int user = 0; user < 10; user++) {
            for (int at = 0; at < 10_000; at += 1_000) {
                answered.request(0, Outcome.OK, at, at + 1_000);
            }
        }
        var merged = MeasurementMerger.merge(List.of(answered.ends(10_000, 1), began(1).ends(10_000, 1)));

        assertThat(only(merged).little().orElseThrow().users()).isEqualTo(20);
        assertThat(only(merged).little().orElseThrow().deviation()).isEqualTo(-0.5, within(0.01));
        assertThat(only(merged).little().orElseThrow().holds()).isFalse();
    }

    @Test
    void ofOneThatEndedEarlyThereAreTheWindowsThatItReached() {
        var whole = began(1);
        whole.request(0, Outcome.OK, 0, 100);
        whole.begins(1, 5_000);
        whole.request(1, Outcome.OK, 5_000, 5_100);
        var part = began(1);
        part.request(0, Outcome.OK, 0, 100);
        var merged = MeasurementMerger.merge(
                List.of(whole.ends(10_000, 2), part.ends(3_000, 2).stoppedBecause("the target ended")));

        assertThat(merged.windows())
                .extracting(window -> window.requests().count(Outcome.OK))
                .containsExactly(2L, 1L);
        assertThat(merged.windows()).extracting(WindowMeasurement::usersTo).containsExactly(20, 10);
        assertThat(merged.wholeRun().requests().count(Outcome.OK)).isEqualTo(3);
        assertThat(merged.wholeRun().lengthSeconds()).isEqualTo(10);
        assertThat(merged.stoppedEarly()).isEqualTo("the target ended");
    }

    @Test
    void measurementsOfDifferentLoadsAreRefused() {
        var level = began(1).ends(10_000, 1);
        var ramp = began(1).ends(10_000, new LoadShape.Ramp(0, 10, Duration.ofSeconds(10)));

        assertThatThrownBy(() -> MeasurementMerger.merge(List.of(level, ramp)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("window 1 is LEVEL of one measurement, and RAMP of another");
        assertThatThrownBy(() -> MeasurementMerger.merge(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static GeneratorUsage usage(double cpuSeconds, int processors) {
        return new GeneratorUsage(
                10,
                cpuSeconds,
                new GeneratorUsage.MachineLoad(0.5, processors, Optional.empty(), Optional.empty(), Optional.empty()),
                new GeneratorUsage.GeneratorJvm(Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Measurement seen(GeneratorUsage usage, Map<String, ServerView> servers) {
        var measured = began(1).ends(10_000, 1);
        return measured.withWindows(
                List.of(only(measured)
                        .with(Optional.empty(), Optional.of(usage))
                        .with(servers, Map.of())),
                measured.wholeRun());
    }

    /** More CPU time on more CPUs is less of a limit. */
    @Test
    void theGeneratorClosestToItsLimitIsShown() {
        var busy = usage(15, 2);
        var merged = MeasurementMerger.merge(List.of(seen(usage(20, 8), Map.of()), seen(busy, Map.of())));

        assertThat(only(merged).views().generator()).contains(busy);
    }

    /** Both watched the same server: its work is not theirs to add. */
    @Test
    void oneViewOfAServerIsEnough() {
        var view = new ServerView(100, 3, 4);
        var merged = MeasurementMerger.merge(List.of(
                seen(usage(1, 2), Map.of()),
                seen(usage(1, 2), Map.of("mysql", view)),
                seen(usage(1, 2), Map.of("mysql", new ServerView(101, 3, 4)))));

        assertThat(only(merged).views().servers()).isEqualTo(Map.of("mysql", view));
    }

    private static Course course(double stepSeconds, List<Double> cores, List<Long> responses) {
        return new Course(
                stepSeconds,
                0,
                Map.of(
                        Course.GENERATOR_CORES,
                        cores.stream().map(OptionalDouble::of).toList()),
                new Course.ResponseTimes(
                        Course.ResponseTimes.ROWS_PER_DECADE,
                        responses.stream()
                                .map(count -> new TreeMap<>(Map.of(7, count)))
                                .<java.util.SortedMap<Integer, Long>>map(rows -> rows)
                                .toList()));
    }

    /** The process that leads has a course of its own, in which it sends nothing and hears late of what others have sent. */
    @Test
    void aCourseSentElsewhereHasTheGeneratorsAndResponsesOfThere() {
        var threads = Map.of(
                "threads",
                List.of(OptionalDouble.of(8), OptionalDouble.of(9)),
                Course.GENERATOR_CORES,
                List.of(OptionalDouble.of(0.9), OptionalDouble.of(0.9)));
        var late = course(1, List.of(0.0, 0.0), List.of(1L, 99L)).responseTimes();
        var here = new Course(1, 0, threads, late);

        var sent = here.sentAs(course(1, List.of(0.5, 0.7, 0.2), List.of(10L, 20L, 30L)));

        assertThat(sent.responseTimes().counts())
                .extracting(rows -> rows.get(7))
                .containsExactly(10L, 20L, 30L);
        assertThat(sent.values().get(Course.GENERATOR_CORES))
                .containsExactly(OptionalDouble.of(0.5), OptionalDouble.of(0.7), OptionalDouble.of(0.2));
        assertThat(sent.values().get("threads"))
                .containsExactly(OptionalDouble.of(8), OptionalDouble.of(9), OptionalDouble.empty());
    }

    @Test
    void coursesOfStepsOfDifferentLengthsAddUpInTheLongerOnes() {
        var measured = began(1).ends(3_000, 1);
        var fine = measured.with(Optional.of(course(1, List.of(0.5, 0.7, 0.2), List.of(10L, 20L, 30L))));
        var coarse = measured.with(Optional.of(course(2, List.of(0.4, 0.9), List.of(5L, 6L))));

        var merged = MeasurementMerger.merge(List.of(fine, coarse)).course().orElseThrow();

        assertThat(merged.stepSeconds()).isEqualTo(2);
        assertThat(merged.responseTimes().counts())
                .containsExactly(new TreeMap<>(Map.of(7, 35L)), new TreeMap<>(Map.of(7, 36L)));
        assertThat(merged.values().get(Course.GENERATOR_CORES))
                .containsExactly(OptionalDouble.of(0.6), OptionalDouble.of(0.9));
        assertThat(MeasurementMerger.merge(List.of(fine, measured)).course()).isEmpty();
    }

    /** A load of more than 17 minutes has slots of half a second; the generator that ended early still has short ones. */
    @Test
    void slotsOfDifferentLengthsAddUpInTheLongerOnes() {
        long full = 250L * SlotTally.MOST_SLOTS;
        var brief = began(1);
        brief.loop(0).activeUsers(3);
        brief.request(0, Outcome.OK, 0, 700);
        brief.request(0, Outcome.OK, 700, 1_100);
        var lasting = began(1);
        lasting.loop(0).activeUsers(4);
        lasting.request(0, Outcome.OK, 0, 800);
        var merged = MeasurementMerger.merge(List.of(brief.ends(1_200, 1), lasting.ends(full + 200, 1)));

        assertThat(merged.series().slotSeconds()).isEqualTo(2.0 / SLOTS_PER_SECOND);
        assertThat(merged.series().slots().subList(0, 4))
                .extracting(Series.Slot::completions)
                .containsExactly(0L, 2L, 1L, 0L);
        assertThat(merged.series().slots().getLast().users()).isEqualTo(7);
    }

    @Test
    void oneMeasurementStaysAsItIs() {
        var script = new Script(3, 3);
        var one = script.measured(List.of(0, 1, 2));
        var merged = MeasurementMerger.merge(List.of(one));

        assertThat(merged.series()).isEqualTo(one.series());
        assertThat(Set.copyOf(merged.failureDetails().keySet()))
                .isEqualTo(one.failureDetails().keySet());
        for (int i = 0; i < one.windows().size(); i++) {
            assertSame(merged.windows().get(i), one.windows().get(i));
            assertThat(merged.windows().get(i).requests())
                    .isEqualTo(one.windows().get(i).requests());
        }
    }
}
