package dev.ralbench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Asks whether a port of this machine accepts connections. */
public record ConnectionCheck(int port, Duration limit) implements ReadyCheck {
    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Math.toIntExact(limit.toMillis()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("port " + port + ": " + e.getMessage());
        }
    }
}
