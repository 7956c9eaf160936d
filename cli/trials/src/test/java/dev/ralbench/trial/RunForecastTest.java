package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.trial.watch.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunForecastTest {
    private static final Design.Turns TURNS = new Design.Turns(List.of(6), 4, 1_000, 500, 100, 60_000);
    /** 10 s around, 20 s of warm-up and 2 x 4 turns of 1.5 s. */
    private static final double FORETOLD = 42;

    private final UserTimeline timeline = UserTimeline.of(RunPlan.shape(TURNS));
    private final Schedule schedule = Schedule.of(
            Stream.of("base", "head").map(RunForecastTest::variant).toList(), 5, Design.Order.ALTERNATING, 1);
    private final RunForecast forecast = new RunForecast(
            timeline,
            schedule,
            new TimeEstimate(
                    timeline,
                    Optional.empty(),
                    Optional.of(TURNS),
                    2,
                    new Pace(Optional.of(new BlockOverhead(10, 20, 0, false)), List.of(), 0)));

    private static Variant variant(String name) {
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        return new Variant(name, new TargetChoice.BuiltIn("tomcat", Map.of()), request, Optional.empty());
    }

    private double afterStartOf(List<Trial> block, double runSeconds) {
        block.forEach(trial -> forecast.trialStarts(trial, runSeconds));
        return at(block, runSeconds);
    }

    private double at(List<Trial> block, double runSeconds) {
        return forecast.runSecondsInTurns(block.getLast(), runSeconds).orElseThrow();
    }

    /** Its repeat would else be taken for the beginning of the run, with no time per block. */
    @Test
    void afterAFirstBlockThatIsMeasuredAgainBlocksTakeAsLongAsIt() {
        var first = schedule.blocks().getFirst();
        afterStartOf(first, 1);

        assertThat(afterStartOf(schedule.again(first, 1), 61)).isEqualTo(61 + 5 * 60);
    }

    @Test
    void aBlockThatTakesLongerThanForetoldDelaysThoseAfterIt() {
        var first = schedule.blocks().getFirst();
        afterStartOf(first, 1);

        assertThat(at(first, 1 + FORETOLD)).isEqualTo(1 + 5 * FORETOLD);
        assertThat(at(first, 101)).as("58 s late").isEqualTo(101 + 4 * FORETOLD);
    }

    @Test
    void theLastBlockMayBeLateForTheRun() {
        var last = schedule.blocks().getLast();
        afterStartOf(last, 1);

        assertThat(at(last, 101)).isEqualTo(1 + FORETOLD);
    }

    @Test
    void blocksInTurnsTakeAsLongAsThoseBefore() {
        var blocks = schedule.blocks();
        assertThat(afterStartOf(blocks.get(0), 1)).as("nothing is known").isEqualTo(1 + 5 * FORETOLD);
        assertThat(afterStartOf(blocks.get(1), 61)).isEqualTo(61 + 4 * 60);
        assertThat(afterStartOf(schedule.again(blocks.get(1), 1), 141))
                .as("measured again, after blocks of 60 and 80 s")
                .isEqualTo(141 + 4 * 70);
        assertThat(afterStartOf(blocks.get(2), 211)).isEqualTo(211 + 3 * 70);
    }

    /** Whole loads of 60 s, two variants, three blocks. */
    private static final class WholeLoads {
        private static final UserTimeline HOLD =
                UserTimeline.of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(60)));

        private final Schedule schedule = Schedule.of(
                Stream.of("base", "head").map(RunForecastTest::variant).toList(), 3, Design.Order.FIXED, 1);
        private final RunForecast forecast = new RunForecast(
                HOLD,
                schedule,
                new TimeEstimate(
                        HOLD, Optional.empty(), Optional.empty(), 2, new Pace(Optional.empty(), List.of(), 0)));

        /** The whole run's length, a second after a trial has begun its load, ten seconds after its start. */
        double afterStartOf(Trial trial, double runSeconds) {
            forecast.trialStarts(trial, runSeconds);
            var second =
                    new LoadRecording.Second(1, 0, OptionalDouble.empty(), OptionalDouble.empty(), LoadTotals.none());
            var tick = new Tick(
                    0, Optional.empty(), 1, 1, 10, second, ProbeGlance.NOTHING, Optional.empty(), CourseSoFar.NONE);
            return forecast.at(trial, tick, 1, runSeconds + 11).runSeconds().orElseThrow();
        }
    }

    /** Each trial takes 70 s: 10 s until its load begins, and 60 s of it. */
    @Test
    void aBlockOfWholeLoadsThatIsMeasuredAgainDelaysAllAfterIt() {
        var loads = new WholeLoads();
        var first = loads.schedule.blocks().getFirst();
        double foretold = loads.afterStartOf(first.get(0), 0);
        assertThat(foretold).isEqualTo(6 * 70);
        assertThat(loads.afterStartOf(first.get(1), 70)).isEqualTo(6 * 70);

        var again = loads.schedule.again(first, 1);
        assertThat(loads.afterStartOf(again.get(0), 140)).as("two trials more").isEqualTo(8 * 70);
        assertThat(loads.afterStartOf(again.get(1), 210)).isEqualTo(8 * 70);
        var second = loads.schedule.blocks().get(1);
        assertThat(loads.afterStartOf(second.get(0), 280)).isEqualTo(8 * 70);
    }
}
