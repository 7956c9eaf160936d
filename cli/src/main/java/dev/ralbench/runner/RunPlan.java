package dev.ralbench.runner;

import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * One run, decided in full before it starts.
 *
 * @param design how its trials are laid out
 * @param command the command line that repeats it
 * @param asked when the user asked for it: for the first run of a process, when that began
 * @param tool ralbench's version
 * @param resultPath where the result is written
 * @param logFolder where the output of targets is kept
 */
public record RunPlan(
        Scenario scenario,
        Design design,
        Schedule schedule,
        long seed,
        String runId,
        Instant asked,
        String tool,
        List<String> command,
        Path resultPath,
        Path logFolder) {
    public RunPlan {
        command = List.copyOf(command);
    }
}
