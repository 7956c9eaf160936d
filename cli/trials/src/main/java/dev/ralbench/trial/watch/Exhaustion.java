package dev.ralbench.trial.watch;

import dev.ralbench.Failure;
import java.util.Locale;
import java.util.Optional;

/** The failures of a run in which ralbench itself has used up its memory, its threads or its file descriptors. */
public final class Exhaustion {
    private static final double MEBI = 1024 * 1024;
    private static final double GIBI = 1024 * MEBI;

    /** A further remedy for loads. */
    private static final String FEWER_USERS = ", or fewer users";

    /** The operating system's words for running out of file descriptors; any exception may contain them. */
    private static final String NO_DESCRIPTOR = "Too many open files";
    /** The JVM's words for running out of threads. The error is about memory by its class, but not about the heap. */
    private static final String NO_THREAD = "unable to create native thread";

    private Exhaustion() {}

    /** The failure of a load, if that was thrown, or led to it. */
    public static Optional<Failure> inLoad(Throwable thrown) {
        return in(thrown, FEWER_USERS);
    }

    /** The failure of any command, if that was thrown, or led to it. */
    public static Optional<Failure> in(Throwable thrown) {
        return in(thrown, "");
    }

    /** @param orLess the alternative to giving more */
    private static Optional<Failure> in(Throwable thrown, String orLess) {
        for (var cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError error) {
                var message = String.valueOf(error.getMessage());
                return Optional.of(message.contains(NO_THREAD) ? outOfThreads(message) : outOfMemory(message, orLess));
            }
            var message = cause.getMessage();
            if (message != null && message.contains(NO_DESCRIPTOR)) {
                return Optional.of(outOfDescriptors(message, orLess).causedBy(thrown));
            }
        }
        return Optional.empty();
    }

    private static Failure outOfMemory(String message, String orLess) {
        return Failure.environment(
                "ralbench has run out of memory",
                String.format(
                        Locale.ROOT,
                        "%s; its heap may have %.0f MiB",
                        message,
                        Runtime.getRuntime().maxMemory() / MEBI),
                String.format(
                        Locale.ROOT,
                        "give it more, such as RALBENCH_JAVA_OPTS=-Xmx%.0fg%s",
                        Math.ceil(2 * Runtime.getRuntime().maxMemory() / GIBI),
                        orLess));
    }

    private static Failure outOfThreads(String message) {
        return Failure.environment(
                "ralbench could not start another thread",
                message,
                "allow more processes (ulimit -u, or pids.max of its control group), or leave it more memory in addition to its"
                        + " heap; a larger heap does not help");
    }

    private static Failure outOfDescriptors(String message, String orLess) {
        return Failure.environment(
                "ralbench has run out of file descriptors",
                message,
                "allow more, such as by ulimit -n 20000 in this shell first" + orLess);
    }
}
