package dev.ralbench.process;

import dev.ralbench.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program that starts another one with a lower scheduling weight, which needs no rights; POSIX demands it. All that
 * a process starts inherits its weight.
 */
public record Nice(Path program) {
    /** How many steps a service is lowered by: its threads then weigh a ninth of those of ralbench. */
    public static final int STEPS = 10;

    public static Optional<Nice> find() {
        return SearchPath.ofThisProcess().find("nice").map(Nice::new);
    }

    static Nice required() {
        return find().orElseThrow(() -> Failure.environment(
                "services cannot be started with a lower priority",
                "there is no nice on the PATH",
                "install coreutils, or use --fair"));
    }

    /** A command with that weight: nice becomes the command, so that the process stays the same. */
    List<String> lowered(List<String> command) {
        var words = new ArrayList<>(List.of(program.toString(), "-n", String.valueOf(STEPS)));
        words.addAll(command);
        return words;
    }
}
