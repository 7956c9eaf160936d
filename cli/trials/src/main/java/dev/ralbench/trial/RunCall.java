package dev.ralbench.trial;

import java.time.Instant;
import java.util.List;

/**
 * The user's request for a run.
 *
 * @param asked when: for the first run of a process, when that began
 * @param tool ralbench's version
 * @param command the command line that repeats it
 */
public record RunCall(Instant asked, String tool, List<String> command) {
    public RunCall {
        command = List.copyOf(command);
    }
}
