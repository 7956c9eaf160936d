package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.result.Design;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.Results;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which blocks are measured, how often, and when it is enough. */
class BlockLoopTest {
    private static final Scenario SCENARIO =
            ScenarioFile.parse("mine.yaml", """
                    schema: 1
                    name: mine
                    request: { path: / }
                    load: { closed: { constant: { users: 5, hold: 1s } } }
                    variants:
                      a: { target: { url: "http://127.0.0.1:9" } }
                      b: { target: { url: "http://127.0.0.1:9" } }
                    """).resolve(Overrides.none()).scenario();

    @TempDir
    private Path directory;

    private final RunControl control = new RunControl();
    private final List<Integer> asked = new ArrayList<>();
    private final List<Integer> repeated = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    /** Finds a trial invalid when its block is measured for the so many-th time of all. */
    private record Script(Set<Integer> disturbedMeasurements, List<Integer> measured) implements BlockMethod {
        @Override
        public void measure(List<Trial> block, ProgressTicker progress, Consumer<TrialResult> done) {
            measured.add(block.getFirst().block());
            boolean isDisturbed = disturbedMeasurements.contains(measured.size());
            block.forEach(trial -> done.accept(result(trial, isDisturbed && trial.slot() == 2)));
        }

        private static TrialResult result(Trial trial, boolean isInvalid) {
            var stolen = new Validity(ValidityLevel.INVALID, List.of("12.0 % of the CPUs' time was stolen"));
            return Copy.of(Results.delay200().trials().getFirst())
                    .with("id.variant", trial.variant().name())
                    .with("id.block", trial.block())
                    .with("id.slot", trial.slot())
                    .with("id.attempt", trial.attempt())
                    .with("validity", isInvalid ? stolen : Validity.valid())
                    .made();
        }
    }

    private RunResult run(List<Integer> looks, BlockRule rule, BlockMethod method) {
        return run(new Design(Design.Order.INTERLEAVED, looks, Optional.empty(), Optional.empty(), 1), rule, method);
    }

    private RunResult run(Design design, BlockRule rule, BlockMethod method) {
        var schedule = Schedule.of(SCENARIO.variants(), design.looks().getLast(), design.order(), 7);
        var path = directory.resolve("result.json");
        var plan = new RunPlan(
                SCENARIO,
                design,
                schedule,
                noting(rule),
                Pace.unknown(),
                7,
                new RunCall(Instant.EPOCH, "ralbench", List.of()),
                new RunNames("run", path, directory),
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var begun = Copy.of(Results.started())
                .with("layout.seed", 7L)
                .with("layout.design", design)
                .with("layout.order", schedule.names())
                .made();
        var progress = new ProgressTicker(plan, new FakeClock(), listener());
        var finished =
                new BlockLoop(plan, method, progress, control, listener(), ResultFile.begin(path, begun), begun).run();
        finished.troubles().forEach(failure -> troubles.add("at the end: " + failure.what()));
        var file = finished.file().orElseThrow();
        assertThat(ResultFile.read(file).layout().order())
                .isEqualTo(finished.result().layout().order());
        assertThat(file.equals(path)).isEqualTo(troubles.isEmpty());
        if (!file.equals(path)) {
            assertThat(file.toFile().delete()).isTrue();
        }
        return finished.result();
    }

    private BlockRule noting(BlockRule rule) {
        return new BlockRule() {
            @Override
            public boolean goOn(RunResult soFar, int blocks) {
                asked.add(blocks);
                return rule.goOn(soFar, blocks);
            }

            @Override
            public int spare(int planned) {
                return rule.spare(planned);
            }
        };
    }

    private RunListener listener() {
        return new RunListener() {
            @Override
            public void blockRepeated(List<TrialResult> trials) {
                repeated.add(trials.getFirst().id().block());
            }

            @Override
            public void resultNotWritten(Failure why) {
                troubles.add(why.what());
            }
        };
    }

    private static Script disturbing(Integer... measurements) {
        return new Script(Set.of(measurements), new ArrayList<>());
    }

    @Test
    @Disturbance(value = "no trial's result can be written", then = "said after the first and at the end")
    void aResultThatCannotBeWrittenIsToldOfAfterTheFirstTrialAndOnceMoreAtTheEnd() {
        var path = directory.resolve("result.json");
        var method = disturbing();
        run(List.of(3), BlockRule.ALL, (block, progress, done) -> {
            assertThat(path.toFile().mkdir() || path.toFile().isDirectory())
                    .as("a directory in place of the file")
                    .isTrue();
            method.measure(block, progress, done);
        });

        assertThat(troubles)
                .containsExactly(
                        "cannot write the result to " + path, "at the end: cannot write the result to " + path);
    }

    @Test
    void aSearchForCapacityIsNotMeasuredAgain() {
        var capacity = new Design.Capacity(Map.of("p99", "<=200ms"), 8, 512, 1_000, 5_000);
        var design = new Design(
                Design.Order.INTERLEAVED, List.of(3), Optional.empty(), Optional.of(capacity), Optional.empty(), 1);
        var method = disturbing(2);
        run(design, BlockRule.ALL, method);

        assertThat(method.measured()).containsExactly(1, 2, 3);
        assertThat(repeated).isEmpty();
    }

    @Test
    void aDisturbedBlockIsMeasuredAgainAtOnceAndItsOrderAppended() {
        var method = disturbing(2);
        var result = run(List.of(3), BlockRule.ALL, method);

        assertThat(method.measured()).containsExactly(1, 2, 2, 3);
        assertThat(repeated).containsExactly(2);
        assertThat(result.layout().order()).hasSize(4);
        assertThat(result.trials()).hasSize(8);
        assertThat(result.lastAttempts())
                .extracting(trial -> trial.id().block() + "." + trial.id().attempt())
                .containsExactly("1.1", "1.1", "2.2", "2.2", "3.1", "3.1");
        assertThat(result.status()).isEqualTo(RunResult.Status.COMPLETE);
    }

    @Test
    void afterAQuarterOfTheBlocksNothingIsMeasuredAgain() {
        var method = disturbing(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        var result = run(List.of(8), BlockRule.ALL, method);

        assertThat(method.measured()).containsExactly(1, 1, 2, 2, 3, 4, 5, 6, 7, 8);
        assertThat(result.lastAttempts())
                .filteredOn(trial -> trial.validity().verdict() == ValidityLevel.INVALID)
                .hasSize(8);
    }

    @Test
    void theRuleIsAskedAfterEachBlockAndEndsTheRun() {
        var method = disturbing(2);
        var result = run(List.of(2, 4, 6), (soFar, blocks) -> blocks < 4, method);

        assertThat(asked).as("blocks, without the one that was measured again").containsExactly(1, 2, 3, 4);
        assertThat(method.measured()).containsExactly(1, 2, 2, 3, 4);
        assertThat(result.status()).isEqualTo(RunResult.Status.COMPLETE);
        assertThat(result.layout().order()).as("of all blocks, and the repeat").hasSize(7);
    }

    @Test
    void theRuleSeesWhatWasMeasured() {
        run(
                List.of(1, 2),
                (soFar, blocks) -> {
                    assertThat(soFar.trials()).hasSize(2 * blocks);
                    return true;
                },
                disturbing());
        assertThat(asked).containsExactly(1, 2);
    }

    @Test
    void aUserWhoStopsIsAskedNoMoreAndGetsNoRepeat() {
        var method = disturbing(1);
        var result = run(List.of(1, 2), BlockRule.ALL, (block, progress, done) -> {
            method.measure(block, progress, done);
            control.interrupt();
        });
        assertThat(result.status()).isEqualTo(RunResult.Status.ABORTED);
        assertThat(asked).isEmpty();
        assertThat(method.measured()).as("the second attempt was not begun").containsExactly(1);
    }

    private static BlockRule withSpare(int spare, int enough) {
        return new BlockRule() {
            @Override
            public boolean goOn(RunResult soFar, int blocks) {
                return blocks < enough;
            }

            @Override
            public int spare(int planned) {
                return spare;
            }
        };
    }

    @Test
    void aRuleMayAskForMoreBlocksThanWerePlanned() {
        var method = disturbing();
        var result = run(List.of(3), withSpare(4, 5), method);

        assertThat(method.measured()).containsExactly(1, 2, 3, 4, 5);
        assertThat(result.layout().order()).as("each block's own").hasSize(5);
        assertThat(result.status()).isEqualTo(RunResult.Status.COMPLETE);
    }

    @Test
    void furtherBlocksAndRepeatsAreDrawnOneAfterTheOther() {
        var repeatedFirst =
                run(List.of(4), withSpare(2, 6), disturbing(2)).layout().order();
        var planned = Schedule.of(SCENARIO.variants(), 7, Design.Order.INTERLEAVED, 7);

        assertThat(repeatedFirst).isEqualTo(planned.names());
    }

    @Test
    void thereAreNoMoreBlocksThanAreInReserve() {
        var method = disturbing();
        run(List.of(3), withSpare(2, 100), method);

        assertThat(method.measured()).containsExactly(1, 2, 3, 4, 5);
        assertThat(asked).containsExactly(1, 2, 3, 4, 5);
    }
}
