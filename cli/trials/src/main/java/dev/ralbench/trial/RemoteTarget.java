package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.tls.TlsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A target on another machine, which is asked how it is. Its process is none of this machine's.
 *
 * @param reached the same as any service that runs already is reached
 */
record RemoteTarget(RemoteTargets.RemoteStart up, RunningTarget reached, Optional<CountersPage> counters)
        implements RunningTarget {
    @Override
    public URI baseUrl() {
        return reached.baseUrl();
    }

    @Override
    public String shownUrl() {
        return reached.shownUrl();
    }

    @Override
    public Optional<InetAddress> address(boolean isByProxy) {
        return reached.address(isByProxy);
    }

    @Override
    public Optional<TlsSettings> tls() {
        return reached.tls();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public OptionalDouble startupSeconds() {
        return up.facts()
                .target()
                .startupMillis()
                .map(millis -> OptionalDouble.of(millis / 1e3))
                .orElse(OptionalDouble.empty());
    }

    @Override
    public Optional<String> commandLine() {
        return up.facts().target().commandLine();
    }

    @Override
    public Optional<Path> log() {
        return Optional.empty();
    }

    @Override
    public boolean isAlive() {
        return up.lost().isEmpty() && up.look().isAlive();
    }

    @Override
    public boolean refusesConnections() {
        return reached.refusesConnections();
    }

    @Override
    public Optional<String> endedWith() {
        return up.ending().with();
    }

    @Override
    public Optional<Failure> lost() {
        return up.lost();
    }

    @Override
    public String logTail() {
        return up.ending().log();
    }

    @Override
    public void close() {
        up.close();
    }
}
