package dev.ralbench.trial;

import dev.ralbench.dependency.PreparedEnvironment;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Starts what runs beside the targets, fresh for each trial.
 *
 * @param environment servers, their data loaded
 * @param upstream the stub of a remote service, where the scenario needs it
 */
record CompanionLauncher(
        PreparedEnvironment environment, Optional<TargetDefinition> upstream, TargetLauncher launcher) {

    /**
     * Starts all of it, servers and stub side by side, and waits until it can be used.
     *
     * @param prefix of the names of log files
     */
    Companions start(Path logFolder, String prefix) throws InterruptedException {
        if (upstream.isEmpty()) {
            return new Companions(environment.start(logFolder, prefix), Optional.empty());
        }
        var log = logFolder.resolve(prefix + "-" + Companions.UPSTREAM + ".log");
        var stub = new FutureTask<>(() -> launcher.start(upstream.get(), Map.of(), log));
        var starting = Thread.ofVirtual().start(stub);
        Optional<RunningEnvironment> servers = Optional.empty();
        boolean complete = false;
        try {
            servers = Optional.of(environment.start(logFolder, prefix));
            var companions = new Companions(servers.get(), Optional.of(result(stub)));
            complete = true;
            return companions;
        } finally {
            if (!complete) {
                starting.interrupt();
                try {
                    servers.ifPresent(RunningEnvironment::close);
                } finally {
                    close(stub);
                }
            }
        }
    }

    private static RunningTarget result(FutureTask<RunningTarget> stub) throws InterruptedException {
        try {
            return stub.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException reason) {
                throw reason;
            }
            if (e.getCause() instanceof InterruptedException) {
                throw new IllegalStateException("the start was given up", e.getCause());
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Waits through all interrupts: what is half started must not be left alone. */
    private static void close(FutureTask<RunningTarget> stub) {
        boolean interrupted = Thread.interrupted();
        while (true) {
            try {
                result(stub).close();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (RuntimeException e) {
                break; // it did not start, so there is nothing to stop; the first failure is the one to be told
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
