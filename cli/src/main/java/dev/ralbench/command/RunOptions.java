package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.result.Design;
import dev.ralbench.runner.BlockRule;
import dev.ralbench.runner.RunPlan;
import dev.ralbench.runner.Schedule;
import dev.ralbench.scenario.Scenario;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How often and in which order variants are measured, and where the result goes. */
final class RunOptions {
    @Option(names = "--trials", paramLabel = "N", description = "Trials per variant (default: ${DEFAULT-VALUE}).")
    private int trials = 1;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            converter = OrderName.class,
            completionCandidates = OrderName.Candidates.class,
            description =
                    "Order of the variants in a block: ${COMPLETION-CANDIDATES}. Interleaved, or sequential: whole"
                            + " loads in a random permutation per block (default). Alternating: all of them up, short windows A B B"
                            + " A.")
    private Design.Order order = Design.Order.INTERLEAVED;

    @Mixin
    private TurnOptions turns = new TurnOptions();

    @Option(names = "--seed", paramLabel = "N", description = "Decides the order (default: drawn, and stored).")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Result file (default: results/<time>-<scenario>.json).")
    private Optional<Path> output = Optional.empty();

    /** Refuses what no run could be made of. */
    void check(int scenarios) {
        if (trials < 1) {
            throw Failure.usage("--trials: must be at least 1, got " + trials, "", "give 1 or more");
        }
        if (order != Design.Order.ALTERNATING) {
            turns.checkUnused();
        }
        if (output.isPresent() && scenarios > 1) {
            throw Failure.usage("--output names one file, but there are several scenarios", "", "run them one by one");
        }
    }

    /** How the trials are laid out, as the options have it. */
    Design design(Scenario scenario) {
        var windows =
                order == Design.Order.ALTERNATING ? Optional.of(turns.turns(scenario)) : Optional.<Design.Turns>empty();
        return new Design(order, List.of(trials), windows, Optional.empty(), 1);
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
     * @param rule whether to go on after each of its looks
     * @param asked when the user asked for it
     */
    RunPlan plan(Scenario scenario, Design design, BlockRule rule, Instant asked, Instant now, List<String> command) {
        long drawn = drawSeed();
        var names = RunNames.reserve(now, scenario.name(), output);
        return new RunPlan(
                scenario,
                design,
                schedule(scenario, design, drawn),
                rule,
                drawn,
                names.runId(),
                asked,
                "ralbench " + Version.number(),
                command,
                names.resultPath(),
                names.logFolder());
    }
}
