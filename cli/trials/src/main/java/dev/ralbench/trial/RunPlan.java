package dev.ralbench.trial;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * One run, decided in full before it starts.
 *
 * @param design how its trials are laid out
 * @param rule whether to go on after each block
 * @param pace what is known of the targets, to tell how long it takes
 * @param command the command line that repeats it
 * @param asked when the user asked for it: for the first run of a process, when that began
 * @param tool ralbench's version
 * @param keepGoing whether a target is loaded whose first answers are all wrong
 * @param resultPath where the result is written
 * @param logDirectory where the output of targets is kept
 */
public record RunPlan(
        Scenario scenario,
        Design design,
        Schedule schedule,
        BlockRule rule,
        Pace pace,
        long seed,
        String runId,
        Instant asked,
        String tool,
        List<String> command,
        boolean keepGoing,
        Path resultPath,
        Path logDirectory) {
    public RunPlan {
        command = List.copyOf(command);
    }

    /** The same without some variants. */
    RunPlan without(Set<String> names) {
        var left = scenario.without(names);
        return new RunPlan(
                left,
                design,
                Schedule.of(left.variants(), schedule.blocks().size(), schedule.order(), schedule.seed()),
                rule,
                pace,
                seed,
                runId,
                asked,
                tool,
                command,
                keepGoing,
                resultPath,
                logDirectory);
    }

    /** What is done to each target: the scenario's load, or its requests in turns. */
    public LoadPlan load() {
        return load(scenario, design).seeded(seed);
    }

    /** The same before there is a run. */
    public static LoadPlan load(Scenario scenario, Design design) {
        return design.turns()
                .map(turns -> scenario.load().inTurns(shape(turns)))
                .or(() -> design.capacity().map(capacity -> scenario.load().climbing(shape(capacity))))
                .orElse(scenario.load());
    }

    private static LoadShape.Climb shape(Design.Capacity capacity) {
        return new LoadShape.Climb(
                capacity.from(), capacity.to(), duration(capacity.settleMillis()), duration(capacity.holdMillis()));
    }

    static LoadShape.Turns shape(Design.Turns turns) {
        return new LoadShape.Turns(
                turns.levels(), turns.perLevel(), duration(turns.lengthMillis()), duration(turns.leadInMillis()));
    }

    static Duration duration(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }
}
