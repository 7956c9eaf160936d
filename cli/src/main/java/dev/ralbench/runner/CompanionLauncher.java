package dev.ralbench.runner;

import dev.ralbench.environment.PreparedEnvironment;
import dev.ralbench.target.RunningTarget;
import dev.ralbench.target.TargetDefinition;
import dev.ralbench.target.TargetLauncher;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Starts what runs beside the targets, fresh for each trial.
 *
 * @param environment servers, their data loaded
 * @param upstream the stub of a remote service, where the scenario needs it
 */
record CompanionLauncher(
        PreparedEnvironment environment, Optional<TargetDefinition> upstream, TargetLauncher launcher) {

    /**
     * Starts all of it and waits until it can be used.
     *
     * @param prefix of the names of log files
     */
    Companions start(Path logFolder, String prefix) throws InterruptedException {
        var servers = environment.start(logFolder, prefix);
        boolean complete = false;
        try {
            var stub = upstream(logFolder.resolve(prefix + "-" + Companions.UPSTREAM + ".log"));
            complete = true;
            return new Companions(servers, stub);
        } finally {
            if (!complete) {
                servers.close();
            }
        }
    }

    private Optional<RunningTarget> upstream(Path log) throws InterruptedException {
        return upstream.isEmpty() ? Optional.empty() : Optional.of(launcher.start(upstream.get(), Map.of(), log));
    }
}
