package dev.ralbench.trial;

import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.result.TrialSetup.ServerResult;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A dependency on the machine of its target; ended there, with the target. */
record RemoteServer(RemoteTargets.RemoteStart up, ServerResult result, String title) implements RunningServer {
    @Override
    public String name() {
        return result.name();
    }

    @Override
    public String product() {
        return result.product();
    }

    @Override
    public String origin() {
        return result.origin();
    }

    /** They are for the target, which has them there. */
    @Override
    public Map<String, String> placeholders() {
        return Map.of();
    }

    @Override
    public OptionalDouble startupSeconds() {
        return result.startupMillis()
                .map(millis -> OptionalDouble.of(millis / 1e3))
                .orElse(OptionalDouble.empty());
    }

    @Override
    public Optional<ServedCounts> counts() {
        return up.counts(name());
    }

    /** While the machine cannot be asked, the target says so. */
    @Override
    public boolean isAlive() {
        return up.lost().isPresent() || up.look().servers().getOrDefault(name(), true);
    }

    @Override
    public Optional<String> endedWith() {
        return up.ending(name()).with();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public Optional<Path> log() {
        return Optional.empty();
    }

    @Override
    public String logTail() {
        return up.ending(name()).log();
    }

    @Override
    public void close() {
        // with its target
    }
}
