package dev.ralbench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.compare.Comparison;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateResult;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.ShopScenario;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a gate asks for more blocks. */
class GatedRunTest {
    private static final ParsedScenario SOURCE = ShopScenario.with();
    private static final Scenario SHOP = SOURCE.resolve(Overrides.none()).scenario();
    private static final SyntheticRun EQUAL =
            SyntheticRun.of("base", "head").levels(10).turns(4);

    @TempDir
    private Path directory;

    private GatedRun gate;

    @BeforeEach
    void readTheGate() throws IOException {
        var file = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: mine
                design: { shape: alternating, pairs: { looks: [12, 16] }, levels: [10] }
                decision: { alpha: 0.01 }
                relative: [ { metric: goodput, levels: all, material: 5%, tolerate: 10% } ]
                """);
        gate = GatedRun.of(file.toString(), SHOP, 1, new FakeClock());
    }

    private boolean goesOn(SyntheticRun measured, int blocks) {
        var run = measured.blocks(blocks).run();
        return gate.rule().goOn(run.with(RunResult.Status.RUNNING, run.trials()), blocks);
    }

    @Test
    void beforeTheFirstLookNothingIsDecided() {
        assertThat(goesOn(EQUAL.noise(0.01), 11)).isTrue();
        assertThat(goesOn(EQUAL.noise(0.01).harm("head", 0.5), 11)).isTrue();
    }

    @Test
    void atALookItEndsOnceItIsDecided() {
        assertThat(goesOn(EQUAL.noise(0.01), 12)).as("it passes").isFalse();
        assertThat(goesOn(EQUAL.noise(0.01).harm("head", 0.5), 12))
                .as("it fails")
                .isFalse();
    }

    /** No verdict of another moment than its looks: those have no share of the levels of error. */
    @Test
    void whoWatchesGetsAllCountsButFiguresOnlyOfLooksThatDecideNothing() {
        var seen = new ArrayList<String>();
        var watcher = new GatedRun.Watcher() {
            @Override
            public void begins(Gate begun, boolean hasBase, List<Integer> looks) {
                seen.add("begins " + begun.name() + " " + hasBase + " " + looks);
            }

            @Override
            public void counted(int pairs) {
                seen.add("counted " + pairs);
            }

            @Override
            public void looked(int pairs, Comparison comparison, GateResult result) {
                seen.add("looked " + pairs + " " + result.decision());
            }
        };
        var rule = gate.rule(watcher);
        for (int blocks = 11; blocks <= 13; blocks++) {
            var run = EQUAL.noise(0.3).blocks(blocks).run();
            rule.goOn(run.with(RunResult.Status.RUNNING, run.trials()), blocks);
        }
        rule.goOn(EQUAL.noise(0.01).blocks(12).run(), 12);

        assertThat(seen)
                .containsExactly(
                        "begins mine true [12, 16]",
                        "counted 11",
                        "counted 12",
                        "looked 12 CONTINUE",
                        "counted 13",
                        "counted 12");
    }

    @Test
    void whileItIsUndecidedItGoesOnToTheLastLook() {
        assertThat(goesOn(EQUAL.noise(0.3), 12)).as("it is undecided").isTrue();
        assertThat(goesOn(EQUAL.noise(0.3), 13)).as("until the next look").isTrue();
        assertThat(goesOn(EQUAL.noise(0.3), 16)).as("the last look").isFalse();
    }

    @Test
    void aRuleWithoutDataEndsItAfterTheFirstBlock() throws IOException {
        var file = directory.resolve("gate.yaml");
        Files.writeString(file, Files.readString(file).replace("metric: goodput", "metric: p999"));
        gate = GatedRun.of(file.toString(), SHOP, 1, new FakeClock());

        assertThat(goesOn(EQUAL, 1)).isFalse();
    }

    /** A head that is 400 times slower has no p99 where base has one: that shall fail the gate, and not end it. */
    @Test
    void aValueThatHeadAloneLacksEndsNothing() throws IOException {
        var file = directory.resolve("gate.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "relative: [ ",
                                "relative: [ { metric: p99, levels: all, material: 10%, tolerate: 25% }, "));
        gate = GatedRun.of(file.toString(), SHOP, 1, new FakeClock());
        var measured = EQUAL.levelSeconds(30).millis(10).noise(0.01);

        assertThat(goesOn(measured.harm("head", Math.log(400)), 1)).isTrue();
        assertThat(goesOn(measured.harm("base", Math.log(400)), 1))
                .as("base lacks it")
                .isFalse();
    }

    private void keepOnly(String rules) throws IOException {
        var file = directory.resolve("gate.yaml");
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^relative:.*$", "") + rules);
        gate = GatedRun.of(file.toString(), SHOP, 1, new FakeClock());
    }

    private static final String LIMIT = "absolute: [ { metric: errors, levels: all, max: 0%, every_trial: true } ]\n";

    @Test
    void aGateThatCanCompareNothingIsRefusedBeforeItMeasures() {
        assertThatThrownBy(
                        () -> keepOnly("exact: [ { metric: redis_request, slack: 0.02, if_present: true } ]\n" + LIMIT))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.why()).isEqualTo("redis/request@all: scenario shop-checkout has no needs.redis");
                })
                .hasMessageContaining("the gate mine has no rule that compares the variants of shop-checkout");
    }

    @Test
    void aGateThatComparedNothingEndsAfterTheFirstBlock() throws IOException {
        keepOnly(
                "relative: [ { metric: p999, levels: all, material: 5%, tolerate: 10%, if_present: true } ]\n" + LIMIT);

        assertThat(goesOn(EQUAL, 1)).isFalse();
        var result = gate.judge(EQUAL.blocks(12).run()).result();
        assertThat(result.decision()).isEqualTo(GateResult.Decision.INCOMPARABLE);
        assertThat(result.comparedNothing()).isTrue();
    }

    @Test
    void baseAndItsControlAreNothingToCompare() throws IOException {
        var file = directory.resolve("gate.yaml");
        Files.writeString(file, Files.readString(file).replace("levels: [10] }", "levels: [10], control: true }"));
        var alone = Overrides.none().withVariants(List.of("base")).withControl(Optional.of("control"));

        assertThatThrownBy(
                        () -> GatedRun.of(file.toString(), SOURCE.resolve(alone).scenario(), 1, new FakeClock()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("there is nothing to compare");
    }

    private static Scenario headAlone() {
        return SOURCE.resolve(Overrides.none().withVariants(List.of("head"))).scenario();
    }

    private void headAlone(String rules) throws IOException {
        var file = directory.resolve("gate.yaml");
        Files.writeString(file, Files.readString(file) + rules);
        gate = GatedRun.withoutBase(file.toString(), headAlone(), 1, new FakeClock());
    }

    @Test
    void withoutABaseHeadIsMeasuredAsOftenAsATestNeeds() throws IOException {
        headAlone("absolute: [ { metric: errors, levels: all, max: 0.1%, every_trial: true } ]\n");
        var head = SyntheticRun.of("head").levels(10).turns(4);

        assertThat(gate.design().looks()).containsExactly(7);
        assertThat(gate.usualBlocks()).isEqualTo(7);
        assertThat(goesOn(head, 1)).isTrue();
        assertThat(goesOn(head, 3)).isTrue();
        assertThat(goesOn(head, 7)).isFalse();
        assertThat(gate.judge(head.blocks(7).run()).result().decision()).isEqualTo(GateResult.Decision.BASELINE);
    }

    @Test
    void withoutABaseARuleWithoutDataEndsItAfterTheFirstBlockToo() throws IOException {
        headAlone("absolute: [ { metric: p999, levels: all, max: 1s } ]\n");

        assertThat(goesOn(SyntheticRun.of("head").levels(10).turns(4), 1)).isFalse();
    }

    @Test
    void withoutABaseAndWithoutALimitThereIsNothingToJudge() {
        assertThatThrownBy(() -> headAlone(""))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INCOMPARABLE))
                .hasMessageContaining("there is nothing to judge");
    }

    @Test
    void buildsThatDoOtherWorkAreToldAfterAFewBlocks() {
        assertThat(goesOn(EQUAL.statements("head", 4), 2))
                .as("one process may be odd")
                .isTrue();
        assertThat(goesOn(EQUAL.statements("head", 4), 3)).isFalse();
        assertThat(goesOn(EQUAL.statements("head", 4).statements("base", 4), 3)).isTrue();
    }

    private static TrialResult notStarted(TrialResult trial) {
        return Copy.of(trial)
                .with("status", TrialResult.Status.FAILED)
                .with("failure", Optional.of(new TrialFailure("the target did not start")))
                .with("measurement", Optional.empty())
                .made();
    }

    @Test
    void aVariantThatDoesNotComeUpEndsIt() {
        var run = SyntheticRun.eachTrial(
                EQUAL.blocks(1).run(),
                trial -> trial.id().variant().equals("head")
                        ? SyntheticRun.invalid(notStarted(trial), "nothing was measured")
                        : trial);

        assertThat(gate.rule().goOn(run, 1)).isFalse();
    }

    /** With those in reserve. */
    private static final int MOST = 20;

    private static RunResult losing(SyntheticRun measured, int blocks, Integer... lost) {
        return SyntheticRun.eachTrial(
                measured.blocks(blocks).run(),
                trial -> List.of(lost).contains(trial.id().block()) ? SyntheticRun.invalid(trial, "stolen") : trial);
    }

    /** After how many blocks a run ends that loses some; the first look is at 12. */
    private int blocksOf(SyntheticRun measured, Integer... lost) {
        return blocksOf(11, losing(measured, MOST, lost));
    }

    private int blocksOf(int first, RunResult whole) {
        int most = 16 + gate.rule().spare(16);
        assertThat(most).isEqualTo(MOST);
        for (int blocks = first; blocks < most; blocks++) {
            if (!gate.rule().goOn(upTo(blocks, whole), blocks)) {
                return blocks;
            }
        }
        return most;
    }

    private static RunResult upTo(int block, RunResult run) {
        return run.with(
                RunResult.Status.RUNNING,
                run.trials().stream()
                        .filter(trial -> trial.id().block() <= block)
                        .toList());
    }

    @Test
    void aBlockThatIsLostBeforeTheFirstLookIsNotTheEnd() {
        var run = losing(EQUAL.noise(0.01), 12, 4);

        assertThat(gate.rule().goOn(run, 12)).as("11 usable").isTrue();
        assertThat(gate.judge(run).result().decision()).isEqualTo(GateResult.Decision.INVALID);
    }

    @Test
    void aLostBlockCostsOneMoreWhereverItIsLost() {
        var quiet = EQUAL.noise(0.01);
        assertThat(blocksOf(quiet)).isEqualTo(12);
        for (int lost : List.of(1, 2, 7, 11, 12)) {
            assertThat(blocksOf(1, losing(quiet, MOST, lost)))
                    .as("block %d is lost, from the first", lost)
                    .isEqualTo(13);
            assertThat(blocksOf(quiet, lost)).as("block %d is lost", lost).isEqualTo(13);
        }
        assertThat(blocksOf(quiet, 12, 13)).isEqualTo(14);
        assertThat(blocksOf(quiet, 13)).as("it has ended by then").isEqualTo(12);
    }

    /** Without a pair there is nothing to judge, so no test of the lost blocks could end it. */
    @Test
    void aRunWhoseFirstBlocksAreAllLostEndsAfterThree() throws IOException {
        assertThat(blocksOf(1, losing(EQUAL, MOST, 1, 2)))
                .as("the third counts")
                .isEqualTo(14);
        assertThat(blocksOf(1, losing(EQUAL, MOST, 1, 2, 3))).isEqualTo(3);
        assertThatThrownBy(() -> decisionAfter(3, losing(EQUAL, MOST, 1, 2, 3)))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID));

        headAlone(LIMIT);
        var head = SyntheticRun.of("head").levels(10).turns(4);
        assertThat(gate.rule().goOn(losing(head, 2, 1, 2), 2)).isTrue();
        assertThat(gate.rule().goOn(losing(head, 3, 1, 2, 3), 3)).isFalse();
    }

    @Test
    void aRuleWithoutDataEndsItAfterTheFirstBlockThatCounts() throws IOException {
        var file = directory.resolve("gate.yaml");
        Files.writeString(file, Files.readString(file).replace("metric: goodput", "metric: p999"));
        gate = GatedRun.of(file.toString(), SHOP, 1, new FakeClock());

        assertThat(blocksOf(1, losing(EQUAL, MOST, 1))).isEqualTo(2);
    }

    @Test
    void theLastLookGetsAllItsPairsToo() {
        var noisy = EQUAL.noise(0.3);
        assertThat(blocksOf(noisy)).isEqualTo(16);
        for (int lost : List.of(2, 12, 14, 16)) {
            assertThat(blocksOf(noisy, lost)).as("block %d is lost", lost).isEqualTo(17);
            var judged = gate.judge(losing(noisy, 17, lost)).result();
            assertThat(judged.confidence().look().number()).isEqualTo(2);
            assertThat(judged.decision()).isEqualTo(GateResult.Decision.INCONCLUSIVE);
        }
    }

    @Test
    void moreThanAQuarterOfThePlannedBlocksAreNotReplaced() {
        var noisy = EQUAL.noise(0.3);

        assertThat(blocksOf(noisy, 2, 3, 5, 7, 11)).isEqualTo(20);
        assertThat(gate.judge(losing(noisy, 20, 2, 3, 5, 7, 11)).result().decision())
                .as("no more will come")
                .isEqualTo(GateResult.Decision.INCONCLUSIVE);
    }

    /** The head's own trials stall or end from a block on. */
    private static RunResult deadFrom(int first, SyntheticRun measured) {
        return SyntheticRun.eachTrial(
                measured.blocks(MOST).run(),
                trial -> trial.id().variant().equals("head") && trial.id().block() >= first
                        ? SyntheticRun.invalid(
                                Copy.of(trial)
                                        .with("status", TrialResult.Status.FAILED)
                                        .with("failure", Optional.of(new TrialFailure("the target ended")))
                                        .made(),
                                "the target ended")
                        : trial);
    }

    /** Five to none are too many for chance. */
    @Test
    void aHeadThatStopsWorkingEndsIt() {
        for (int first : List.of(2, 13)) {
            var run = deadFrom(first, EQUAL.noise(0.3));

            assertThat(blocksOf(first + 1, run))
                    .as("dead from block %d on", first)
                    .isEqualTo(first + 4);
            assertThat(decisionAfter(first + 4, run)).isEqualTo(GateResult.Decision.INVALID);
        }
    }

    @Test
    void aRegressionThatIsProvenBetweenTwoLooksDoesNotEndIt() {
        var run = deadFrom(13, EQUAL.noise(0.01).harm("head", 0.5));

        assertThat(decisionAfter(17, run)).isEqualTo(GateResult.Decision.FAIL);
        assertThat(gate.rule().goOn(upTo(17, run), 17))
                .as("12 pairs, which have been looked at")
                .isTrue();
    }

    private GateResult.Decision decisionAfter(int blocks, RunResult run) {
        var ended = upTo(blocks, run);
        return gate.judge(ended.with(RunResult.Status.INCOMPLETE, ended.trials()))
                .result()
                .decision();
    }

    @Test
    void aCompleteRunWithALostBlockIsJudgedAsItIs() {
        var noisy = EQUAL.noise(0.3);

        assertThat(gate.judge(losing(noisy, 16, 4)).result().decision())
                .as("15 of 16 pairs, and no more will come")
                .isEqualTo(GateResult.Decision.INCONCLUSIVE);
        assertThat(gate.rule().goOn(upTo(16, losing(noisy, 16, 4)), 16))
                .as("while the run goes on, it is replaced")
                .isTrue();
    }

    @Test
    void aLostBlockIsNoSecondLookAtTheSamePairs() {
        var noisy = EQUAL.noise(0.3);

        assertThat(gate.rule().goOn(losing(noisy, 12), 12)).isTrue();
        assertThat(gate.rule().goOn(losing(noisy.harm("head", 0.9), 13, 13), 13))
                .as("12 pairs, which have been looked at")
                .isTrue();
    }

    @Test
    void aFirstBlockThatIsLostDoesNotEndIt() {
        assertThat(gate.rule().goOn(losing(EQUAL.noise(0.01), 1, 1), 1)).isTrue();
    }

    @Test
    void withoutABaseALostBlockIsReplacedToo() throws IOException {
        headAlone(LIMIT);
        var head = SyntheticRun.of("head").levels(10).turns(4);

        assertThat(gate.rule().goOn(losing(head, 7, 3), 7)).isTrue();
        assertThat(gate.rule().goOn(losing(head, 8, 3), 8)).isFalse();
        assertThat(gate.judge(losing(head, 8, 3)).result().decision()).isEqualTo(GateResult.Decision.BASELINE);
    }
}
