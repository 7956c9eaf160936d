package dev.ralbench.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A socket that leads to the engine of this machine, until it is closed as by an engine that ends. */
public final class EngineProxy implements AutoCloseable {
    private final Path socket;
    private final StallingSocket proxy;

    private EngineProxy(Path socket, StallingSocket proxy) {
        this.socket = socket;
        this.proxy = proxy;
    }

    public static EngineProxy at(Path socket, Map<String, String> environment) throws IOException {
        return new EngineProxy(
                socket, new StallingSocket(socket, DockerSocket.of(environment).path()));
    }

    /** Ends as an engine does. */
    public void end() throws IOException {
        proxy.close();
        Files.deleteIfExists(socket);
    }

    @Override
    public void close() throws IOException {
        end();
    }
}
