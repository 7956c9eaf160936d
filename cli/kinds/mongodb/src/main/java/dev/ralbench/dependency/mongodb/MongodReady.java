package dev.ralbench.dependency.mongodb;

import com.mongodb.MongoException;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.ReadyCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Asks a MongoDB server how it was started: another server that was quicker on the port has another directory. */
record MongodReady(int port, Path data) implements ReadyCheck {
    private static final int LIMIT_MILLIS = 1000;

    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        // The driver would wait for the server, also for one that has ended.
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        try (var access = MongoDbAccess.to(ServerUrl.own(MongoDb.NAME, port))) {
            var arguments = access.command("getCmdLineOpts").get("argv", List.of());
            return arguments.contains(data.toString())
                    ? Optional.empty()
                    : Optional.of("another server answers on its port");
        } catch (MongoException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
