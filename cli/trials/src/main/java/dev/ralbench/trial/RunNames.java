package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import dev.ralbench.result.ResultFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a run and its files are called: by the time (UTC) and the scenario.
 *
 * @param logDirectory output of the targets, next to the result
 */
public record RunNames(String runId, Path resultPath, Path logDirectory) {
    private static final Path DIRECTORY = Path.of("results");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * The names of a run that begins now.
     *
     * @param output the user's own path for the result
     * @throws Failure when the user's own path is taken
     */
    public static RunNames reserve(Instant now, String scenario, Optional<Path> output) {
        return output.map(own -> of(now, scenario, own)).orElseGet(() -> reserve(DIRECTORY, now, scenario));
    }

    /** Reserves no path. If two runs have the same one, the second fails before it measures anything. */
    static RunNames of(Instant now, String scenario, Path output) {
        ResultFile.checkIsNew(output);
        var runId = runId(now, scenario);
        // Two runs of the same second may share a directory, also those of one process, or of two containers in each of
        // which ralbench is process 1.
        return names(
                runId,
                output,
                "%s-%08x".formatted(runId, RandomGenerator.getDefault().nextInt()));
    }

    /**
     * Names that no other run has. The directory for the logs is made here and holds them, so that another run of the
     * same second takes other names and nothing appears among the results before there is one.
     */
    static RunNames reserve(Path directory, Instant now, String scenario) {
        var base = runId(now, scenario);
        var names = in(directory, base);
        for (int i = 2; !names.isReserved(); i++) {
            names = in(directory, base + "-" + i);
        }
        return names;
    }

    /** The output of the target of one trial. */
    Path log(Trial trial) {
        return logDirectory.resolve(prefix(trial) + ".log");
    }

    /** The start of the names of a trial's files. */
    String prefix(Trial trial) {
        var name = trial.block() + "-" + trial.variant().name();
        return trial.attempt() == 1 ? name : name + "-again-" + (trial.attempt() - 1);
    }

    /** A path as the result file states it: from its own directory, so that both can be moved together. */
    String relative(Path path) {
        var directory = resultPath.toAbsolutePath().getParent();
        var absolute = path.toAbsolutePath();
        return directory == null
                ? absolute.toString()
                : directory.relativize(absolute).toString();
    }

    /** Gives the names back if nothing was logged under them. */
    public static void release(Path logDirectory) {
        try {
            Files.deleteIfExists(logDirectory);
        } catch (IOException e) {
            // It holds logs, or stays behind empty: not worth hiding the failure that is on its way.
        }
    }

    private static String runId(Instant now, String scenario) {
        return TIME.format(now) + "-" + scenario;
    }

    private static RunNames in(Path directory, String runId) {
        return names(runId, directory.resolve(runId + ".json"), runId);
    }

    private static RunNames names(String runId, Path resultPath, String logs) {
        return new RunNames(
                runId, resultPath, logs(resultPath.resolveSibling("")).resolve(logs));
    }

    /**
     * The directory for logs of runs.
     *
     * @param results the directory of their results
     * @throws Failure if another user, who may write there as well, has made a link of it
     */
    public static Path logs(Path results) {
        var logs = results.resolve("logs");
        if (Files.isSymbolicLink(logs)) {
            maker(logs).filter(user -> !isTrusted(user)).ifPresent(user -> {
                throw Failure.environment(
                        "no logs can be written to " + logs,
                        "it is a link of another user (id " + user + "), and may lead anywhere",
                        "remove it, or start ralbench in a directory of your own");
            });
        }
        return logs;
    }

    private static Optional<Integer> maker(Path link) {
        try {
            return Optional.of((Integer) Files.getAttribute(link, "unix:uid", LinkOption.NOFOLLOW_LINKS));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty(); // it is gone, or there are no users here
        }
    }

    private static boolean isTrusted(int user) {
        return user == 0
                || ProcFs.ofThisMachine()
                        .status(ProcessHandle.current().pid())
                        .flatMap(StatusFile::user)
                        .filter(own -> own == user)
                        .isPresent();
    }

    /** The writer of the file reports all other errors of the path, in time and in better words. */
    private boolean isReserved() {
        if (Files.exists(resultPath)) {
            return false;
        }
        try {
            Files.createDirectories(logDirectory.resolveSibling(""));
            Files.createDirectory(logDirectory);
            return true;
        } catch (FileAlreadyExistsException e) {
            return !Files.isDirectory(logDirectory);
        } catch (IOException e) {
            return true;
        }
    }
}
