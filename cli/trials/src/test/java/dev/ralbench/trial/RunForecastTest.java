package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.trial.watch.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plays whole runs, tick by tick, whose parts take other times than was guessed, and compares each forecast with the end. */
class RunForecastTest {
    private static final double EACH_TICK = 0.25;
    /** Seconds of a round of warm-up. */
    private static final double ROUND = 3;

    /** A part of the whole run. */
    private static final double FAR_OFF = 0.10;

    private static Variant variant(String name) {
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        return new Variant(name, new TargetChoice.BuiltIn("tomcat", Map.of()), request, Optional.empty());
    }

    private static Schedule schedule(int blocks, String... variants) {
        return Schedule.of(Stream.of(variants).map(RunForecastTest::variant).toList(), blocks, Design.Order.FIXED, 1);
    }

    /** What the display showed at a moment. */
    private record Shown(double runSeconds, OptionalDouble foretold) {
        double left() {
            return foretold.orElseThrow() - runSeconds;
        }
    }

    /** A run that is played. */
    private static final class Played {
        final List<Shown> shown = new ArrayList<>();
        final RunForecast forecast;
        double now;

        Played(RunForecast forecast) {
            this.forecast = forecast;
        }

        void tick(
                Trial trial,
                int window,
                Optional<Phase> phase,
                double windowSeconds,
                double loadSeconds,
                LoadTotals soFar) {
            var second = new LoadRecording.Second(0, 0, OptionalDouble.empty(), OptionalDouble.empty(), soFar);
            var tick = new Tick(
                    window,
                    phase,
                    windowSeconds,
                    loadSeconds,
                    10,
                    second,
                    ProbeGlance.NOTHING,
                    Optional.empty(),
                    CourseSoFar.NONE);
            shown.add(new Shown(now, forecast.at(trial, tick, loadSeconds, now).runSeconds()));
        }

        /** Right within a tenth of the run, from this share of it on. */
        void isRightFrom(double share) {
            assertThat(shown)
                    .filteredOn(moment -> moment.runSeconds() >= share * now)
                    .isNotEmpty()
                    .allSatisfy(moment -> assertThat(Math.abs(moment.foretold().orElseThrow() - now) / now)
                            .as("%s of %.0f s", moment, now)
                            .isLessThanOrEqualTo(FAR_OFF));
        }

        /** Of two ticks in a row the second one has no more time left. */
        void neverGrowsFrom(double share) {
            var late = shown.stream()
                    .filter(moment -> moment.runSeconds() >= share * now)
                    .toList();
            for (int i = 1; i < late.size(); i++) {
                assertThat(late.get(i).left())
                        .as("after %s of %.0f s", late.get(i - 1), now)
                        .isLessThanOrEqualTo(late.get(i - 1).left() + 1e-6);
            }
        }
    }

    /** Whole loads, each with a start, perhaps a warm-up, a load and a stop. */
    private record WholeLoads(
            LoadShape shape, double start, double warmUp, double warmUpRate, double load, double rate, double stop) {
        void play(Played run, Trial trial) {
            var timeline = UserTimeline.of(shape);
            run.forecast.trialStarts(trial, run.now);
            run.now += start;
            int first = timeline.firstMeasured();
            int rounds = timeline.usersOfRounds().size();
            // Each round of a warm-up until the target is compiled is a window of its own.
            int firstWindow = rounds == 0 ? first : (int) ((warmUp - EACH_TICK) / ROUND) + 1 + first - rounds;
            var soFar = LoadTotals.none();
            for (double t = 0; t < warmUp + load; t += EACH_TICK) {
                if (t > 0 && t == Math.floor(t)) { // totals are seen once a second
                    double perSecond = t <= warmUp ? warmUpRate : rate;
                    soFar = SampleLoadTotals.then(soFar, 1, (int) perSecond, 20, 0);
                }
                boolean isWarm = t >= warmUp;
                int planned = isWarm ? first : 0;
                run.tick(
                        trial,
                        isWarm ? firstWindow : rounds == 0 ? 0 : (int) (t / ROUND),
                        Optional.of(timeline.phases().get(planned)),
                        isWarm ? t - warmUp : t % ROUND,
                        t,
                        soFar);
                run.now += EACH_TICK;
            }
            int end = firstWindow + timeline.phases().size() - first;
            run.tick(trial, end, Optional.empty(), EACH_TICK, warmUp + load, soFar); // requests in flight
            run.now += stop;
        }
    }

    private static LoadShape hold(int seconds) {
        return new LoadShape.ConstantUsers(10, Duration.ofSeconds(seconds));
    }

    private static Played run(Schedule schedule, Map<String, WholeLoads> loads, Optional<Duration> warmUpLimit) {
        var shape = loads.values().iterator().next().shape();
        var run = new Played(RunForecast.of(
                schedule,
                new TimeEstimate(UserTimeline.of(shape), warmUpLimit, Optional.empty(), 2, Pace.unknown()),
                false));
        schedule.trials()
                .forEach(trial -> Objects.requireNonNull(
                                loads.get(trial.variant().name()))
                        .play(run, trial));
        return run;
    }

    @Test
    void oneLoadThatLastsForATimeIsKnownFromItsFirstSecond() {
        var load = new WholeLoads(hold(20), 0.5, 0, 0, 20, 100, 1);
        var run = run(schedule(1, "url"), Map.of("url", load), Optional.empty());

        run.isRightFrom(0);
        run.neverGrowsFrom(0);
    }

    @Test
    void repeatsOfWholeLoadsTakeAsLongAsThoseBefore() {
        var quick = new WholeLoads(hold(20), 2, 0, 0, 20, 100, 1.5);
        var slow = new WholeLoads(hold(20), 4, 0, 0, 20, 100, 2.5);
        var run = run(schedule(4, "quick", "slow"), Map.of("quick", quick, "slow", slow), Optional.empty());

        run.isRightFrom(0.1);
    }

    @Test
    void aCountedWarmUpTakesAsLongAsItsRequestsDo() {
        var shape = new LoadShape.WarmedUp(hold(20), OptionalInt.empty(), 3_000);
        var load = new WholeLoads(shape, 2, 15, 200, 20, 400, 1); // 4 000 per second were assumed
        var run = run(schedule(2, "a", "b"), Map.of("a", load, "b", load), Optional.empty());

        run.isRightFrom(0.03);
        run.neverGrowsFrom(0.03);
    }

    @ParameterizedTest
    @CsvSource({"10", "30", "55"})
    void aWarmUpUntilTheTargetIsCompiledIsKnownAfterTheFirstOne(double warmUpSeconds) {
        var shape = new LoadShape.WarmedUp(hold(60), OptionalInt.empty(), 10, Optional.of(Duration.ofMinutes(2)));
        var load = new WholeLoads(shape, 2, warmUpSeconds, 400, 60, 400, 1);
        var run = run(schedule(4, "a", "b"), Map.of("a", load, "b", load), Optional.of(Duration.ofMinutes(2)));

        run.isRightFrom(0.1);
        run.neverGrowsFrom(0.1);
    }

    @Test
    void aVariantWhoseCountedLoadTakesLongerIsForetoldByItsOwnTrials() {
        var shape = new LoadShape.LoopsPerUser(10, 400, Duration.ZERO);
        var quick = new WholeLoads(shape, 1, 0, 0, 20, 200, 1);
        var slow = new WholeLoads(shape, 1, 0, 0, 80, 50, 1);
        var run = run(schedule(3, "quick", "slow"), Map.of("quick", quick, "slow", slow), Optional.empty());

        run.isRightFrom(0.1);
    }

    /** Each trial takes 70 s: 10 s until its load begins, and 60 s of it. */
    @Test
    void aBlockOfWholeLoadsThatIsMeasuredAgainDelaysAllAfterIt() {
        var load = new WholeLoads(hold(60), 10, 0, 0, 60, 100, 0);
        var schedule = schedule(3, "base", "head");
        var run = new Played(RunForecast.of(
                schedule,
                new TimeEstimate(UserTimeline.of(load.shape()), Optional.empty(), Optional.empty(), 2, Pace.unknown()),
                false));
        var first = schedule.blocks().getFirst();
        first.forEach(trial -> load.play(run, trial));
        assertThat(run.shown.getLast().foretold()).hasValue(6 * 70);

        schedule.again(first, 1).forEach(trial -> load.play(run, trial));
        assertThat(run.shown.getLast().foretold()).as("two trials more").hasValue(8 * 70);
    }

    @Test
    void aSearchMayTakeAllOfItsLevelsForEachVariant() {
        var schedule = schedule(1, "a", "b");
        var load = new WholeLoads(hold(60), 1, 0, 0, 60, 100, 1);
        var foundSoon = new WholeLoads(hold(60), 1, 0, 0, 12, 100, 1);
        var run = new Played(RunForecast.of(
                schedule,
                new TimeEstimate(UserTimeline.of(load.shape()), Optional.empty(), Optional.empty(), 2, Pace.unknown()),
                true));
        foundSoon.play(run, schedule.trials().getFirst());
        double begin = run.now;
        load.play(run, schedule.trials().getLast());

        assertThat(run.shown)
                .filteredOn(moment -> moment.runSeconds() > begin)
                .allSatisfy(
                        moment -> assertThat(moment.foretold().orElseThrow()).isGreaterThanOrEqualTo(run.now - 1));
    }

    /** Blocks whose variants take turns; what was guessed is 8 s around, 30 s of warm-up and turns of 1.67 s. */
    private record Turns(double start, double warmUp, double afterTurn, double stop) {
        static final Duration LEAD_IN = Duration.ofMillis(500);
        static final Duration LENGTH = Duration.ofSeconds(1);
        static final Design.Turns DESIGN = new Design.Turns(List.of(6, 12), 4, 1_000, 500, 100, 60_000);

        static Played begin(Schedule schedule) {
            return new Played(RunForecast.of(schedule, TimeEstimate.of(DESIGN, 2, Pace.unknown()), false));
        }

        void play(Played run, List<Trial> block) {
            block.forEach(trial -> run.forecast.trialStarts(trial, run.now));
            run.now += start;
            double begin = run.now;
            int window = 0;
            var last = Optional.<Phase>empty();
            for (int users : DESIGN.highestFirst()) {
                late(run, block.getFirst(), window - 1, last, begin);
                double ofLevel = users == DESIGN.highestFirst().getFirst() ? warmUp : warmUp / 4;
                var round = new Phase.WarmUp(users, users, Phase.WarmUp.End.REST);
                for (double t = 0; t < ofLevel; t += ROUND) {
                    load(run, block.getFirst(), window++, Optional.of(round), Math.min(ROUND, ofLevel - t), begin);
                }
                for (int turn = 0; turn < DESIGN.perLevel(); turn++) {
                    for (var trial : AlternatingBlock.inRound(turn, block)) {
                        if (turn == 0) {
                            late(run, trial, window - 1, Optional.of(round), begin);
                        }
                        load(run, trial, window, Optional.of(new Phase.LeadIn(users, LEAD_IN)), 0.5, begin);
                        load(run, trial, window + 1, Optional.of(new Phase.Turn(users, LENGTH)), 1, begin);
                        run.now += afterTurn; // requests in flight
                    }
                    window += 2;
                }
                last = Optional.of(new Phase.Turn(users, LENGTH));
            }
            for (var trial : block) { // requests in flight after the last phase
                load(run, trial, window, Optional.empty(), EACH_TICK, begin);
            }
            run.now += stop;
        }

        /** Where others have the CPUs, a load that has gone on may still show the window before. */
        private static void late(Played run, Trial trial, int window, Optional<Phase> before, double begin) {
            run.tick(trial, window, before, 2, run.now - begin, LoadTotals.none());
        }

        private static void load(
                Played run, Trial trial, int window, Optional<Phase> phase, double seconds, double begin) {
            for (double t = 0; t < seconds; t += EACH_TICK) {
                run.tick(trial, window, phase, t, run.now - begin, LoadTotals.none());
                run.now += EACH_TICK;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "6, 30, 0.25, 2, as guessed",
        "2, 6, 0, 1, much quicker",
        "12, 50, 1, 6, much slower",
    })
    void blocksInTurnsAreKnownOnceTheFirstWarmUpIsOver(
            double start, double warmUp, double afterTurn, double stop, String why) {
        var schedule = schedule(12, "base", "head");
        var run = Turns.begin(schedule);
        schedule.blocks().forEach(block -> new Turns(start, warmUp, afterTurn, stop).play(run, block));

        run.isRightFrom(0.1);
    }

    @Test
    void theTimeLeftOfBlocksThatAreAlikeOnlyShrinks() {
        var schedule = schedule(6, "base", "head");
        var run = Turns.begin(schedule);
        schedule.blocks().forEach(block -> new Turns(6, 30, 0.25, 2).play(run, block));

        run.neverGrowsFrom(0.2);
    }

    @Test
    void aBlockInTurnsThatIsMeasuredAgainDelaysAllAfterIt() {
        var schedule = schedule(3, "base", "head");
        var turns = new Turns(6, 30, 0.25, 2);
        var run = Turns.begin(schedule);
        var first = schedule.blocks().getFirst();
        turns.play(run, first);
        double block = run.now;
        turns.play(run, schedule.again(first, 1));

        assertThat(run.shown.getLast().foretold().orElseThrow()).isEqualTo(4 * block, within(0.04 * block));
    }
}
