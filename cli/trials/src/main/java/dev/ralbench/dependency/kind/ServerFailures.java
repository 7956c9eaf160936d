package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import java.time.Duration;

/** The failures of a server that ralbench starts. */
public final class ServerFailures {
    /** A program reports an end by signal N as 128 + N where a shell or the JVM looks. */
    private static final int BY_SIGINT = 128 + 2;

    private static final int BY_SIGKILL = 128 + 9;
    private static final int BY_SIGTERM = 128 + 15;

    private ServerFailures() {}

    /**
     * A server that has ended by itself.
     *
     * @param stopping whether ralbench itself was ending it
     */
    public static Failure died(String title, LogFile log, int exitCode, boolean stopping) {
        if (stopping || exitCode == BY_SIGINT || exitCode == BY_SIGTERM) {
            return interrupted(title);
        }
        return Failure.environment(
                title + " ended while it started",
                "exit code " + exitCode + ", " + log.endingForMessage(),
                "the whole output is in " + log.path());
    }

    /** Whether a server ended of its own accord, and not because it was killed or its container removed. */
    public static boolean isOfItself(int exitCode) {
        return exitCode >= 0 && exitCode != BY_SIGINT && exitCode != BY_SIGKILL && exitCode != BY_SIGTERM;
    }

    public static Failure interrupted(String title) {
        return Failure.environment(
                title + " was interrupted while it started",
                "it got the signal to end, as by Ctrl-C",
                "start the run again");
    }

    public static Failure notInTime(String title, LogFile log, Duration limit, String last) {
        return Failure.environment(
                title + " could not be used after " + limit.toSeconds() + " s",
                "last answer: " + last + "; " + log.endingForMessage(),
                "see whether the machine is overloaded; the whole output is in " + log.path());
    }

    /** A program that should have ended by itself, and well. */
    public static Failure didNotWork(String title, Program program, LogFile log, String why) {
        return Failure.environment(
                title + " did not work",
                why + ", " + log.endingForMessage(),
                "the whole output is in " + log.path() + "; another server can be named by --" + program.name());
    }
}
