package dev.ralbench.dependency.kind;

import dev.ralbench.HttpUrl;
import dev.ralbench.service.RunningTarget;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A dependency that is started as targets are: by a command or an image that gets its port from ralbench. */
public interface LaunchedServer extends RunningServer {
    RunningTarget service();

    @Override
    default Map<String, String> placeholders() {
        var url = service().baseUrl();
        return Map.of(name() + ".host", HttpUrl.host(url), name() + ".port", String.valueOf(HttpUrl.port(url)));
    }

    @Override
    default OptionalDouble startupSeconds() {
        return service().startupSeconds();
    }

    @Override
    default boolean isAlive() {
        return service().isAlive();
    }

    @Override
    default Optional<String> endedWith() {
        return service().endedWith();
    }

    @Override
    default OptionalLong pid() {
        return service().pid();
    }

    @Override
    default Optional<Path> log() {
        return service().log();
    }

    @Override
    default String logTail() {
        return service().logTail();
    }

    @Override
    default void close() {
        service().close();
    }
}
