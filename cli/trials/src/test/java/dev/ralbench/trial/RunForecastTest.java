package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
}
