package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateFile;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.trial.BlockRule;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.RunCall;
import dev.ralbench.trial.RunNames;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.Schedule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How often and in which order variants are measured. */
final class RunOptions {
    @Option(names = "--trials", paramLabel = "N", description = "Trials per variant (default: 1).")
    private Optional<Integer> trials = Optional.empty();

    @Option(
            names = "--gate",
            paramLabel = "NAME|FILE",
            description =
                    "Run the measurement that this gate defines and stop once it has decided; the exit code is the decision."
                            + " Built in: pr, slow-start, nightly, work.")
    private Optional<String> gate = Optional.empty();

    @Option(
            names = "--no-base",
            description =
                    "With --gate and one variant: there is no base yet. Judges the absolute rules of head alone and"
                            + " lists the others as without a base. The decision is BASELINE, never PASS; exit code 0, or 3 if a"
                            + " rule is broken.")
    private boolean hasNoBase;

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description =
                    "With --gate: how many times it has judged these builds, including now (default: 1). Stored in"
                            + " the result, because repeating a gate until it passes proves nothing.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            converter = OrderName.class,
            completionCandidates = OrderName.Candidates.class,
            description = "Order of the variants in a block: ${COMPLETION-CANDIDATES}. Interleaved (or sequential), the"
                    + " default: one whole load after the other, in random order. Alternating: all variants are up at once and"
                    + " take turns in short windows, A B B A.")
    private Optional<Design.Order> order = Optional.empty();

    @Mixin
    private TurnOptions turns = new TurnOptions();

    @Mixin
    private CapacityOptions capacity = new CapacityOptions();

    @Option(
            names = "--start-up-cache",
            description =
                    "Before the first block, have each service by jar under load once; its JVM (25 or newer) keeps what it"
                            + " learned, and starts from that in every block: warm in half the time, but what the cache does to a"
                            + " build is the same in all blocks and does not average out.")
    private boolean hasStartUpCache;

    @Option(
            names = "--keep-going",
            description = "Load a service even if every answer to the requests before its load is wrong.")
    private boolean keepsGoing;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the trial order (default: random; stored in the result).")
    private Optional<Long> seed = Optional.empty();

    @Mixin
    private OutputOptions outputs = new OutputOptions();

    /** See {@link CapacityOptions#searchAlways}. */
    void searchAlways() {
        capacity.searchAlways();
    }

    /**
     * Refuses impossible combinations.
     *
     * @param ofShape options of the load's shape, which a search would make useless
     */
    void check(int scenarios, List<String> ofShape) {
        if (trials() < 1) {
            throw Failure.usage("--trials: must be at least 1, got " + trials(), "", "give 1 or more");
        }
        if (attempt.orElse(1) < 1) {
            throw Failure.usage("--attempt: must be at least 1, got " + attempt.orElse(1), "", "give 1 or more");
        }
        checkGate();
        checkTurns();
        checkStartUpCache();
        checkCapacity(ofShape);
        outputs.check(scenarios);
    }

    /** A gate is fixed before the run: nothing on the command line may change it. */
    private void checkGate() {
        if (gate.isEmpty()) {
            if (attempt.isPresent()) {
                throw Failure.usage("--attempt: needs --gate", "", "leave it out, or name a gate");
            }
            if (hasNoBase) {
                throw Failure.usage("--no-base: needs --gate", "", "leave it out, or name a gate");
            }
            return;
        }
        if (trials.isPresent() || order.isPresent()) {
            throw Failure.usage(
                    (trials.isPresent() ? "--trials" : "--order") + " and --gate exclude each other",
                    "the gate's file says how many pairs are measured, and in which order",
                    "leave one of them out");
        }
    }

    /** Whether the command line or the gate has services by jar start from what their JVM learned. */
    boolean startUpCache(Optional<GatedRun> gate) {
        return hasStartUpCache
                || gate.map(run -> run.gate().design().startUpCache()).orElse(false);
    }

    private void checkStartUpCache() {
        boolean takesTurns = gate.map(
                        name -> GateFile.find(name, List.of()).design().shape() == GateDesign.Shape.ALTERNATING)
                .orElseGet(() -> order() == Design.Order.ALTERNATING);
        if (hasStartUpCache && !takesTurns) {
            throw Failure.usage(
                    "--start-up-cache: needs variants that take turns",
                    "whole loads are long enough for a JVM to get warm",
                    "leave it out, or add --order alternating");
        }
    }

    /** Refuses options without effect. */
    private void checkTurns() {
        if (gate.isEmpty() && order() == Design.Order.ALTERNATING) {
            return;
        }
        turns.firstGiven().ifPresent(option -> {
            throw gate.isPresent()
                    ? Failure.usage(
                            option + " and --gate exclude each other",
                            "the gate's file says at which levels and how long it looks",
                            "leave one of them out, or write it into a gate of your own")
                    : Failure.usage(
                            option + ": needs --order alternating",
                            "only alternating variants are measured level by level",
                            "add --order alternating, or leave " + option + " out");
        });
    }

    /**
     * Refuses options of the load that turns would take no notice of.
     *
     * @param given those that are given
     * @param isOpen whether the load would be an open one without them, which cannot take turns
     */
    void checkLoad(List<String> given, BooleanSupplier isOpen) {
        if (gate.isPresent()) {
            var name = gate.get();
            if (GateFile.find(name, List.of()).design().shape() == GateDesign.Shape.ALTERNATING) {
                new UnusedOptions(given, isOpen).checkGate(name);
            }
        } else if (order() == Design.Order.ALTERNATING) {
            new UnusedOptions(given, isOpen).checkTurns(turns.hasLevels());
        }
    }

    private void checkCapacity(List<String> ofShape) {
        ofShape.stream().filter(option -> capacity.isAsked()).findFirst().ifPresent(option -> {
            throw Failure.usage(
                    capacity.rangeName() + " and " + option + " exclude each other",
                    "the search has levels of its own",
                    "leave one of them out; " + capacity.rangeName()
                            + "=64-8192 says with how many users it begins and ends");
        });
        capacity.firstGiven().ifPresent(option -> {
            if (gate.isPresent()) {
                throw Failure.usage(
                        option + " and --gate exclude each other",
                        "a gate compares levels that are fixed before the run",
                        "leave one of them out");
            }
            if (!capacity.isAsked()) {
                throw Failure.usage(
                        option + ": belongs to a search for capacity",
                        "",
                        "run ralbench capacity, or leave " + option + " out");
            }
            outputs.reports().stream().findFirst().ifPresent(report -> {
                throw Failure.usage(
                        capacity.rangeName() + " and --output " + report + " exclude each other",
                        "a report compares variants level by level, and each search ends at a level of its own",
                        "leave it out; the result file has what was found, under trials[].capacity");
            });
            if (order() == Design.Order.ALTERNATING) {
                throw Failure.usage(
                        capacity.rangeName() + " and --order alternating exclude each other",
                        "levels in turn are fixed before the run",
                        "leave one of them out");
            }
        });
    }

    private int trials() {
        return trials.orElse(1);
    }

    private Design.Order order() {
        return order.orElse(Design.Order.INTERLEAVED);
    }

    /** The files for the result and for reports on it. */
    OutputOptions outputs() {
        return outputs;
    }

    /** The name of the second base, if the gate measures base twice. */
    Optional<String> control() {
        return gate.filter(name -> !hasNoBase)
                .flatMap(name -> GateFile.find(name, List.of()).design().controlName());
    }

    /** The gate that a scenario is run for, if any. */
    Optional<GatedRun> gate(Scenario scenario, Clock clock) {
        int tries = attempt.orElse(1);
        return gate.map(name -> hasNoBase
                ? GatedRun.withoutBase(name, scenario, tries, clock)
                : GatedRun.of(name, scenario, tries, clock));
    }

    /** How the trials are laid out, as the options have it. */
    Design design(Scenario scenario) {
        var windows = order() == Design.Order.ALTERNATING
                ? Optional.of(turns.turns(scenario))
                : Optional.<Design.Turns>empty();
        return new Design(order(), List.of(trials()), windows, capacity.capacity(scenario), Optional.empty(), 1);
    }

    Schedule schedule(Scenario scenario, Design design) {
        return schedule(scenario, design, drawSeed());
    }

    private static Schedule schedule(Scenario scenario, Design design, long drawn) {
        return Schedule.of(scenario.variants(), design.looks().getLast(), design.order(), drawn);
    }

    private long drawSeed() {
        return seed.orElseGet(() -> RandomGenerator.getDefault().nextLong(1L << 32));
    }

    /**
     * The run of a scenario that begins now.
     *
     * @param design from the options, or from wherever else it is declared
     * @param rule whether to go on after each block
     * @param startUpCache whether services by jar start from what their JVM learned
     * @param pace as known of the targets
     * @param asked when the user asked for it
     */
    RunPlan plan(
            Scenario scenario,
            Design design,
            BlockRule rule,
            boolean startUpCache,
            Pace pace,
            Instant asked,
            Instant now,
            List<String> command) {
        long drawn = drawSeed();
        var schedule = schedule(scenario, design, drawn);
        var names = RunNames.reserve(now, scenario.name(), outputs.result());
        return new RunPlan(
                scenario,
                design,
                schedule,
                rule,
                pace,
                drawn,
                new RunCall(asked, Version.tool(), command),
                names,
                keepsGoing,
                startUpCache);
    }
}
