package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.WithoutBase;
import dev.ralbench.gate.AbsoluteRule;
import dev.ralbench.gate.BeyondLimits;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.Rule;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.Work;
import dev.ralbench.result.WorkCheck;
import dev.ralbench.result.WorkDifference;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import dev.ralbench.trial.BlockRule;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A run that is made for a gate: the gate fixes its design before the first trial, decides at each look whether more
 * blocks are needed, and judges in the end.
 */
public final class GatedRun {
    private static final int BLOCKS_TO_AGREE = 3;

    private final Gate gate;
    private final Scenario scenario;
    private final boolean hasBase;
    private final int attempt;
    private final Clock clock;
    private Optional<ResultSource> lastJudged = Optional.empty();

    private GatedRun(Gate gate, Scenario scenario, boolean hasBase, int attempt, Clock clock) {
        this.gate = gate;
        this.scenario = scenario;
        this.hasBase = hasBase;
        this.attempt = attempt;
        this.clock = clock;
    }

    /** A comparison, and the gate's result for it. */
    public record Judged(Comparison comparison, GateResult result) {}

    /**
     * Reads the gate for a scenario.
     *
     * @param attempt from 1: how often this gate has judged these subjects, this time included
     * @throws Failure if the gate's file is wrong, or does not fit the scenario
     */
    public static GatedRun of(String nameOrPath, Scenario scenario, int attempt, Clock clock) {
        var gate = gate(nameOrPath, scenario);
        checkVariants(gate, scenario);
        checkComparison(gate, scenario);
        return new GatedRun(gate, scenario, true, attempt, clock);
    }

    /**
     * A gated run that measures head alone, because there is no base to compare it with.
     *
     * @throws Failure if the gate's file is wrong, does not fit the scenario, or has no rule to judge
     */
    public static GatedRun withoutBase(String nameOrPath, Scenario scenario, int attempt, Clock clock) {
        var gate = gate(nameOrPath, scenario);
        checkAlone(scenario);
        checkLimits(gate);
        return new GatedRun(gate, scenario, false, attempt, clock);
    }

    /**
     * The gate as it judges a run of the scenario: at its levels, without the optional rules that can have no data.
     *
     * @throws Failure if the gate's file is wrong, or does not fit the scenario
     */
    public static Gate gate(String nameOrPath, Scenario scenario) {
        var gate = GateFile.find(nameOrPath, List.of());
        if (gate.design().shape() == GateDesign.Shape.ALTERNATING) {
            PlannedLevels.checkClosed(scenario, "--gate " + nameOrPath);
        }
        var turns = gate.design().leavesLevels() ? PlannedLevels.lowestAndHighest(scenario) : List.<Integer>of();
        var levels = gate.design().leavesLevels()
                ? turns.stream().map(Level::ofUsers).toList()
                : PlannedLevels.of(scenario);
        boolean hasOwnLevels = !gate.design().ownLevels().isEmpty();
        var checked = hasOwnLevels ? gate : GateFile.find(nameOrPath, levels);
        var fixed = checked.design().leavesLevels() ? checked.atLevels(turns) : checked;
        return fixed.fitting(
                new ScenarioForecast(scenario, fixed.design().turns()),
                hasOwnLevels ? fixed.design().ownLevels() : levels);
    }

    private static void checkVariants(Gate gate, Scenario scenario) {
        var names = scenario.variants().stream()
                .map(Variant::name)
                .filter(name -> !gate.design().controlName().equals(Optional.of(name)))
                .toList();
        if (names.size() < 2) {
            throw Failure.usage(
                    "--gate: there is nothing to compare",
                    scenario.name() + " is run with one variant only, " + names.getFirst(),
                    "name two builds: --variant base=old.jar --variant head=new.jar; if there is no base yet, add --no-base:"
                            + " absolute rules are judged, and nothing is compared");
        }
        gate.tooFewPairs(PlannedLevels.of(scenario), names.size() - 1).ifPresent(fewest -> {
            throw Failure.usage(
                    "--gate: the gate " + gate.name() + " can decide nothing about " + names.size() + " variants at its"
                            + " first look",
                    "with so many rules at least " + fewest + " pairs are needed before any can fail",
                    "compare fewer variants, or raise design.pairs.looks");
        });
    }

    /** @throws Failure if only limits are left of a gate that was written to compare */
    private static void checkComparison(Gate gate, Scenario scenario) {
        if (gate.isLeftWithoutComparison()) {
            throw Failure.usage(
                    "--gate: the gate " + gate.name() + " has no rule that compares the variants of " + scenario.name(),
                    gate.leftOut().stream().map(Gate.LeftOut::why).collect(Collectors.joining("\n")),
                    "choose another gate, such as pr; ralbench gate init SCENARIO writes one that fits");
        }
    }

    /**
     * Refuses a run without a base that has one.
     *
     * @throws Failure if there is something to compare
     */
    public static void checkAlone(Scenario scenario) {
        var names = scenario.variants().stream().map(Variant::name).toList();
        if (names.size() > 1) {
            throw Failure.usage(
                    "--no-base: there is a base",
                    scenario.name() + " is run with " + names.size() + " variants: " + String.join(", ", names),
                    "leave --no-base out, or name one variant: --variant head=new.jar");
        }
    }

    /**
     * Refuses a run without a base that has nothing to judge.
     *
     * @throws Failure if the gate can only compare
     */
    public static void checkLimits(Gate gate) {
        if (gate.rules(AbsoluteRule.class).isEmpty()) {
            throw Failure.incomparable(
                    "--no-base: there is nothing to judge",
                    "the gate " + gate.name() + " has no absolute rule for this scenario; all others need a base",
                    "add one, such as absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: true }]; or measure"
                            + " without --gate, which stores a result too");
        }
    }

    /** The design of the run that the gate defines, with the gate's hash. */
    public Design design() {
        var design = gate.design();
        var order =
                design.shape() == GateDesign.Shape.ALTERNATING ? Design.Order.ALTERNATING : Design.Order.INTERLEAVED;
        return new Design(
                order,
                looks(),
                design.turns(),
                Optional.of(new Design.GateReference(gate.name(), gate.sha256())),
                attempt);
    }

    private List<Integer> looks() {
        return hasBase ? gate.design().looks() : List.of(gate.blocksWithoutBase());
    }

    /** After how many blocks it decides, if nothing has changed. */
    public int usualBlocks() {
        return hasBase ? gate.usualPairs() : gate.blocksWithoutBase();
    }

    public Gate gate() {
        return gate;
    }

    /** Gets how far the gate is, on the thread of the run. */
    public interface Watcher {
        /** Watches nothing. */
        Watcher NONE = new Watcher() {
            @Override
            public void begins(Gate gate, boolean hasBase, List<Integer> looks) {}

            @Override
            public void counted(int pairs) {}

            @Override
            public void looked(int pairs, Comparison comparison, GateResult result) {}
        };

        /**
         * Before the first block.
         *
         * @param looks after how many pairs, or without a base blocks, it may decide
         */
        void begins(Gate gate, boolean hasBase, List<Integer> looks);

        /** After a block: the pairs, or blocks, that count. */
        void counted(int pairs);

        /** The gate has looked and not decided. */
        void looked(int pairs, Comparison comparison, GateResult result);
    }

    /** {@link #rule(Watcher)} that is not watched. */
    public BlockRule rule() {
        return rule(Watcher.NONE);
    }

    /**
     * Goes on only if more blocks can decide something. Reports incomparable builds once a few blocks agree: a single
     * process may differ by chance, such as in an order that a hash decides.
     */
    public BlockRule rule(Watcher watcher) {
        watcher.begins(gate, hasBase, looks());
        return new BlockRule() {
            @Override
            public boolean goOn(RunResult soFar, int blocks) {
                var measured = soFar.with(RunResult.Status.COMPLETE, soFar.trials());
                try {
                    return !hasDeadVariant(soFar) && beyondLimits(soFar).isEmpty() && goesOn(measured, blocks, watcher);
                } catch (Failure failure) {
                    return false; // it cannot be judged now, and more of the same changes nothing: told at the end
                }
            }

            @Override
            public int spare(int planned) {
                return GateDesign.spareBlocks(planned);
            }

            @Override
            public Optional<WorkTest> workTest() {
                return hasBase ? Optional.of(GatedRun.this::otherWork) : Optional.empty();
            }
        };
    }

    /** Differences that make the variants incomparable, as {@link #judge} finds them in the end. */
    private List<WorkDifference> otherWork(Map<String, Work> seen) {
        var byVariant = new LinkedHashMap<String, List<Work>>();
        scenario.variants().stream()
                .map(Variant::name)
                .filter(seen::containsKey)
                .forEach(name -> byVariant.put(name, List.of(Objects.requireNonNull(seen.get(name)))));
        int expected = scenario.variants().getFirst().request().expect().status();
        return WorkCheck.of(scenario.expected().work(), gate.allowed().usualWork(), byVariant, expected)
                .differences()
                .stream()
                .filter(each -> gate.allowed().judging(each).isEmpty())
                .toList();
    }

    /**
     * Only pairs count for a look: a block that was lost is replaced by the next one. Looks depend on nothing else that was
     * measured, and losing a block does not depend on which of two equal builds is called head.
     *
     * <p>A rule that has no data after the first pair will have none after twenty: a percentile of too few requests.
     */
    private boolean goesOn(RunResult measured, int blocks, Watcher watcher) {
        int pairs = Comparer.usableBlocks(measured);
        watcher.counted(pairs);
        if (isAtLook(measured, blocks)) {
            var result = judgedSoFar(measured);
            boolean isOpen = result.decision() == GateResult.Decision.CONTINUE;
            if (isOpen) {
                watcher.looked(pairs, comparison(measured), result);
            }
            return isOpen;
        }
        if (pairs == 0) {
            return blocks < BLOCKS_TO_AGREE;
        }
        if (pairs == 1 && isLastUsable(measured, blocks)) {
            return hasData(judgedSoFar(measured));
        }
        if (blocks < BLOCKS_TO_AGREE || !hasBase) {
            return true;
        }
        return comparer(measured).areComparable() && (isLastUsable(measured, blocks) || mayPass(measured));
    }

    private GateResult judgedSoFar(RunResult measured) {
        return GateJudge.judgeSoFar(gate, comparison(measured, judgedMetrics()), today());
    }

    /** A variant that has stopped to work would be measured until the reserve is used up: no look comes without pairs. */
    private boolean mayPass(RunResult measured) {
        return !GateJudge.cannotPass(gate, comparison(measured, judgedMetrics()), today());
    }

    /** Whether the block that was measured last has made the pairs as many as a look needs. */
    private boolean isAtLook(RunResult measured, int blocks) {
        return looks().contains(Comparer.usableBlocks(measured)) && isLastUsable(measured, blocks);
    }

    private static boolean isLastUsable(RunResult measured, int blocks) {
        return measured.lastAttempts().stream()
                .filter(trial -> trial.id().block() == blocks)
                .allMatch(TrialResult::counts);
    }

    /** A value that head alone lacks, because it is slower, does not end the run: other rules fail by that. */
    private static boolean hasData(GateResult result) {
        return !result.comparedNothing()
                && result.rules().stream()
                        .allMatch(rule -> rule.isJudged() || rule.lacksBase() || isLackedByHeadAlone(rule.cell()));
    }

    private static boolean isLackedByHeadAlone(Cell cell) {
        return cell.head().all().isEmpty() && !cell.base().all().isEmpty();
    }

    /** One that did not come up once will hardly do so the next time, and the run has failed already. */
    private static boolean hasDeadVariant(RunResult run) {
        return run.trials().stream()
                .anyMatch(trial -> trial.status() == TrialResult.Status.FAILED
                        && trial.measurement().isEmpty());
    }

    /**
     * Judges the measured run.
     *
     * @throws Failure if the variants cannot be compared; of a regression if that is because a limit of the scenario ended
     *     the loads of one of them
     */
    public Judged judge(RunResult run) {
        try {
            var comparison = comparison(run);
            return new Judged(comparison, GateJudge.judge(gate, comparison, today()));
        } catch (Failure failure) {
            throw beyondLimits(run).map(words -> beyond(words, failure)).orElse(failure);
        }
    }

    private static Failure beyond(String words, Failure failure) {
        return new Failure(
                        FailureKind.REGRESSION,
                        words,
                        failure.what(),
                        "fix it, or change the limit if base is close to it")
                .causedBy(failure);
    }

    private Optional<String> beyondLimits(RunResult run) {
        var names = scenario.variants().stream()
                .map(Variant::name)
                .filter(name -> !name.equals(GateDesign.CONTROL))
                .toList();
        return BeyondLimits.inWords(List.of(run), hasBase ? Optional.of(names.getFirst()) : Optional.empty(), names);
    }

    private Comparison comparison(RunResult run) {
        return hasBase ? comparer(run).compare() : WithoutBase.of(source(run));
    }

    private Comparison comparison(RunResult run, List<Metric> metrics) {
        return hasBase ? comparer(run).compare(metrics) : WithoutBase.of(source(run), metrics);
    }

    /** A look needs no others, and one follows each block. */
    private List<Metric> judgedMetrics() {
        var judged = gate.rules().stream().map(Rule::metric).collect(Collectors.toSet());
        var names = judged.stream()
                .flatMap(metric -> metric.name().stream())
                .distinct()
                .toList();
        return Metrics.with(names).stream().filter(judged::contains).toList();
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
    }

    private Comparer comparer(RunResult run) {
        return new Comparer(List.of(source(run)), Optional.empty(), false, gate.allowed());
    }

    /** With the figures of the blocks that were judged before. */
    private ResultSource source(RunResult run) {
        var source = lastJudged
                .map(before -> before.grown(run))
                .orElseGet(() -> new ResultSource(run.origin().runId(), run));
        lastJudged = Optional.of(source);
        return source;
    }
}
