package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.process.LogFile;
import java.time.Duration;
import java.util.Optional;

/** The failures of a target that did not become ready. */
final class StartFailures {
    /** A shell, and the JVM itself, report an end by signal N as 128 + N. */
    private static final int BY_SIGINT = 128 + 2;

    private static final int BY_SIGTERM = 128 + 15;

    /** Exit code of a shell whose command does not exist. */
    private static final int NOT_FOUND = 127;

    /** Exit code of a shell whose command exists and cannot be executed. */
    private static final int NOT_EXECUTABLE = 126;

    private StartFailures() {}

    /**
     * @param name of the service, for people
     * @param command as it was started
     * @param stopping whether ralbench itself was ending it
     */
    static Failure died(
            String name,
            TargetDefinition.Launched target,
            String command,
            LogFile log,
            int exitCode,
            boolean stopping) {
        if (stopping || exitCode == BY_SIGINT || exitCode == BY_SIGTERM) {
            return Failure.environment(
                    name + " was interrupted while it started",
                    "it got the signal to end, as by Ctrl-C",
                    "start the run again");
        }
        var known = obstacle(target, command, exitCode);
        if (known.isPresent()) {
            return Failure.environment(
                    name + " could not be started",
                    known.get() + "; " + log.endingForMessage(),
                    "install the program, or correct its path or the file; the whole output is in " + log.path());
        }
        var why = (exitCode == 0 ? "exit code 0; a command must stay until it is stopped, " : "exit code " + exitCode)
                + (exitCode == 0 ? "" : ", ")
                + log.endingForMessage();
        var whole = "the whole output is in " + log.path();
        return Failure.environment(
                name + " ended while it started", why, notFound(target, exitCode) + fix(log) + whole);
    }

    /** Why the shell could not become the program: by its exit code alone, that looks like one of the program's own. */
    private static Optional<String> obstacle(TargetDefinition.Launched target, String command, int exitCode) {
        boolean isOfShell = exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE;
        return isOfShell ? CommandProgram.obstacleOf(target, command) : Optional.empty();
    }

    private static String notFound(TargetDefinition.Launched target, int exitCode) {
        return exitCode == NOT_FOUND && target.program().image().isEmpty()
                ? "the shell found no such command on the PATH or, if it has a slash, from "
                        + CommandProgram.directory(target) + "; "
                : "";
    }

    static Failure notInTime(String name, TargetDefinition.Launched target, LogFile log, Duration limit, String last) {
        return Failure.environment(
                name + " was not ready after " + limit.toMillis() / 1e3 + " s",
                "waited for " + target.ready().inWords() + ", last: " + last + "; " + log.endingForMessage(),
                (WrongAnswers.isAnswer(last)
                                ? "the service answers, but not with 2xx: name a path in ready that does, without a login,"
                                        + " or give it"
                                : "check ready, and that the service listens where ${port}, or the variable PORT, says,"
                                        + " or give it")
                        + " more time by readyWithin; the whole output is in " + log.path());
    }

    private static String fix(LogFile log) {
        return log.saysAddressInUse()
                ? "another program has a port that the command fixes: free it, or use ${port} instead; "
                : "";
    }
}
