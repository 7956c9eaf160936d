package dev.ralbench.command;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * How a run and its files are called: by the time (UTC) and the scenario.
 *
 * @param logFolder output of the targets, beside the result
 */
record RunNames(String runId, Path resultPath, Path logFolder) {
    private static final Path FOLDER = Path.of("results");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * Names that nobody else has: the result's file is made here, empty, so that another run that begins in the same
     * second takes another name.
     *
     * @throws Failure when the user's own name is taken
     */
    static RunNames reserve(Instant now, String scenario, Optional<Path> output) {
        var base = TIME.format(now) + "-" + scenario;
        var names = of(base, output);
        for (int i = 2; !names.isReserved(); i++) {
            if (output.isPresent()) {
                throw Failure.usage(
                        output.get() + " exists already",
                        "a result is never overwritten by another run",
                        "remove it, or give --output another name");
            }
            names = of(base + "-" + i, output);
        }
        return names;
    }

    /** Gives the name back where nothing was written under it. */
    static void release(Path resultPath) {
        try {
            if (Files.isRegularFile(resultPath) && Files.size(resultPath) == 0) {
                Files.delete(resultPath);
            }
        } catch (IOException e) {
            // An empty file stays behind: not worth hiding the failure that is on its way.
        }
    }

    private static RunNames of(String runId, Optional<Path> output) {
        var resultPath = output.orElse(FOLDER.resolve(runId + ".json"));
        var folder = Optional.ofNullable(resultPath.getParent()).orElse(Path.of(""));
        // With a name of one's own two runs of the same second may share a folder, but not a process.
        var logs = output.isPresent() ? runId + "-" + ProcessHandle.current().pid() : runId;
        return new RunNames(runId, resultPath, folder.resolve("logs").resolve(logs));
    }

    /** What else can be wrong with the path is said better, and in time, by whoever writes the file. */
    private boolean isReserved() {
        try {
            var folder = Optional.ofNullable(resultPath.toAbsolutePath().getParent());
            if (folder.isPresent()) {
                Files.createDirectories(folder.get());
            }
            Files.createFile(resultPath);
            return true;
        } catch (FileAlreadyExistsException e) {
            return !Files.isRegularFile(resultPath);
        } catch (IOException e) {
            return true;
        }
    }
}
