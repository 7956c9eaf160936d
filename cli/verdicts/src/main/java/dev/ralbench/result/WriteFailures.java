package dev.ralbench.result;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The failures to write a result; a full disk is the machine's fault, a wrong path the user's. */
final class WriteFailures {
    /** Where runs keep the output of targets. */
    private static final String LOGS = "logs";

    private WriteFailures() {}

    static Failure isDirectory(Path path) {
        return Failure.usage(
                "cannot write the result to " + path,
                "it is a directory",
                "Name a file in it, such as " + path.resolve("result.json") + ".");
    }

    static Failure isDevice(Path path) {
        return Failure.usage(
                "cannot write the result to " + path,
                "it exists and is not a regular file",
                "Name a file that can be replaced.");
    }

    static Failure exists(Path path) {
        return Failure.usage(
                path + " exists already",
                "a result is never overwritten by another run",
                "remove it, or give --output another name");
    }

    /** @param missing the directory that would have to be made */
    static Failure newInRoot(Path path, Path missing) {
        return Failure.usage(
                "cannot write to " + path,
                "there is no directory " + missing + ", and none is made in the root of the file system",
                "Correct the path, or make that directory first; in a container, mount a volume there.");
    }

    static Failure noDirectory(Path path, IOException cause) {
        return new Failure(
                        isDenied(cause) ? FailureKind.ENVIRONMENT : FailureKind.USAGE,
                        "cannot make the directory " + AtomicWriter.directoryOf(path) + " for the result",
                        reason(cause),
                        "Name a directory that exists or can be made.")
                .causedBy(cause);
    }

    /** The first write failed: nothing was measured yet. */
    static Failure before(Path path, IOException cause) {
        var what = "cannot write the result to " + path;
        if (cause instanceof FileAlreadyExistsException) {
            return exists(path).causedBy(cause);
        }
        if (isFull(cause)) {
            return Failure.environment(what, full(path), "Free some space there, or name a file elsewhere.")
                    .causedBy(cause);
        }
        if (isDenied(cause)) {
            return Failure.environment(what, reason(cause), "Name a file where you may write.")
                    .causedBy(cause);
        }
        return Failure.environment(what, reason(cause), "Name a file elsewhere.")
                .causedBy(cause);
    }

    /** @param holds the file's actual content, in words */
    static Failure savedElsewhere(Path path, Path elsewhere, String holds, IOException cause) {
        return Failure.environment(
                        "cannot write the result to " + path,
                        why(path, cause) + "; " + holds,
                        "What was measured is in " + elsewhere + ": move it where it is safe.")
                .causedBy(cause);
    }

    /**
     * @param elsewhere the directory that was tried, too
     * @param isLast whether nothing will be written after it
     */
    static Failure lost(Path path, Path elsewhere, String holds, boolean isLast, IOException cause) {
        return Failure.environment(
                        "cannot write the result to " + path + ", nor to " + elsewhere,
                        why(path, cause) + "; " + holds,
                        isLast
                                ? "Free some space and run again."
                                : "Free some space: it is tried again after the next trial.")
                .causedBy(cause);
    }

    private static String why(Path path, IOException cause) {
        if (cause instanceof FileAlreadyExistsException) {
            return "another run has written there meanwhile";
        }
        return isFull(cause) ? full(path) : reason(cause);
    }

    /** Names the largest log next to the result, which may be what fills the disk. */
    private static String full(Path path) {
        var logs = AtomicWriter.directoryOf(path).resolve(LOGS);
        return "the disk is full"
                + largestBelow(logs)
                        .map(log -> String.format(
                                Locale.ROOT,
                                "; the largest log of ralbench there is %s (%.1f MiB)",
                                log,
                                log.toFile().length() / (double) (1 << 20)))
                        .orElse("");
    }

    private static Optional<Path> largestBelow(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .max(Comparator.comparingLong(file -> file.toFile().length()));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty(); // only a part of a message about something else
        }
    }

    private static boolean isDenied(IOException cause) {
        return cause instanceof AccessDeniedException || isReadOnly(cause);
    }

    private static boolean isReadOnly(IOException cause) {
        return text(cause).contains("read-only");
    }

    /** The JDK has no exception of its own for it, only the operating system's words. */
    private static boolean isFull(IOException cause) {
        return text(cause).contains("no space left") || text(cause).contains("quota exceeded");
    }

    private static String text(IOException cause) {
        return String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    }

    private static String reason(IOException cause) {
        if (isReadOnly(cause)) {
            return "that disk can only be read";
        }
        if (cause instanceof AccessDeniedException) {
            return "no permission to write there";
        }
        if (cause instanceof NoSuchFileException) {
            return "no file can be made there";
        }
        if (cause instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is a file, not a directory";
        }
        var words =
                cause instanceof FileSystemException e && e.getReason() != null ? e.getReason() : cause.getMessage();
        return String.valueOf(words);
    }
}
