package dev.ralbench.service;

import dev.ralbench.process.Completion;
import dev.ralbench.process.StartedService;
import dev.ralbench.tls.TlsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A target that ralbench started and that has become ready. */
record LaunchedTarget(
        URI baseUrl,
        Optional<TlsSettings> tls,
        StartedService service,
        String command,
        double readyAfterSeconds,
        Optional<CountersPage> counters)
        implements RunningTarget {
    /** The one that it was asked at until it was ready, by no proxy. */
    @Override
    public Optional<InetAddress> address(boolean isByProxy) {
        return Optional.of(InetAddress.getLoopbackAddress()).filter(own -> !isByProxy);
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(service.pid());
    }

    @Override
    public OptionalDouble startupSeconds() {
        return OptionalDouble.of(readyAfterSeconds);
    }

    @Override
    public Optional<String> commandLine() {
        return Optional.of(command);
    }

    @Override
    public Optional<Path> log() {
        return Optional.of(service.log().path());
    }

    @Override
    public boolean isAlive() {
        return service.isAlive();
    }

    @Override
    public Optional<String> endedWith() {
        return service.endedWith();
    }

    @Override
    public String logTail() {
        return service.log().ending();
    }

    @Override
    public void end(Completion completion) throws InterruptedException {
        service.askToEnd();
        var unused = completion.exitCodeFromNow(service);
    }

    @Override
    public void close() {
        service.close();
    }
}
