package dev.ralbench.result;

import java.time.Instant;
import java.util.List;

/**
 * How a result was made.
 *
 * @param schema name and version of the format
 * @param runId unique, also the name of the file and of the directory with the targets' logs
 * @param tool ralbench's version
 * @param command the command line that repeats this run
 */
public record RunOrigin(String schema, String runId, String tool, List<String> command, Instant startedAt) {
    public RunOrigin {
        command = List.copyOf(command);
    }
}
