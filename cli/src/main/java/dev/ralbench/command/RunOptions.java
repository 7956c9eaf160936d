package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.result.Design;
import dev.ralbench.runner.RunPlan;
import dev.ralbench.runner.Schedule;
import dev.ralbench.scenario.Scenario;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Option;

/** How often and in which order variants are measured, and where the result goes. */
final class RunOptions {
    @Option(names = "--trials", paramLabel = "N", description = "Trials per variant (default: ${DEFAULT-VALUE}).")
    private int trials = 1;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "Order of the variants in a block: ${COMPLETION-CANDIDATES}"
                    + " (default: interleaved, a random permutation per block).")
    private Design.Order order = Design.Order.INTERLEAVED;

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
        if (output.isPresent() && scenarios > 1) {
            throw Failure.usage("--output names one file, but there are several scenarios", "", "run them one by one");
        }
    }

    Schedule schedule(Scenario scenario) {
        return schedule(scenario, drawSeed());
    }

    private Schedule schedule(Scenario scenario, long drawn) {
        return Schedule.of(scenario.variants(), trials, order, drawn);
    }

    private long drawSeed() {
        return seed.orElseGet(() -> RandomGenerator.getDefault().nextLong(1L << 32));
    }

    /**
     * The run of a scenario that begins now.
     *
     * @param asked when the user asked for it
     */
    RunPlan plan(Scenario scenario, Instant asked, Instant now, List<String> command) {
        long drawn = drawSeed();
        var names = RunNames.reserve(now, scenario.name(), output);
        return new RunPlan(
                scenario,
                new Design(order, List.of(trials), Optional.empty(), Optional.empty(), 1),
                schedule(scenario, drawn),
                drawn,
                names.runId(),
                asked,
                "ralbench " + Version.number(),
                command,
                names.resultPath(),
                names.logFolder());
    }
}
