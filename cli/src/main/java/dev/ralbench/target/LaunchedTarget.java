package dev.ralbench.target;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A target that ralbench started and that has become ready. */
record LaunchedTarget(URI baseUrl, LaunchedProcess launched, double readyAfterSeconds, Runnable onClose)
        implements RunningTarget {
    @Override
    public OptionalLong pid() {
        return OptionalLong.of(launched.process().pid());
    }

    @Override
    public OptionalDouble startupSeconds() {
        return OptionalDouble.of(readyAfterSeconds);
    }

    @Override
    public Optional<String> commandLine() {
        return Optional.of(launched.commandLine());
    }

    @Override
    public Optional<Path> log() {
        return Optional.of(launched.log().path());
    }

    @Override
    public boolean isAlive() {
        return launched.process().isAlive();
    }

    @Override
    public String logTail() {
        return launched.log().tail();
    }

    @Override
    public void close() {
        launched.stop();
        onClose.run();
    }
}
