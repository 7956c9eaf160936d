package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.process.ReadyCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Asks a Redis server which file it writes its process id to: it answers as soon as it can be used, and another server
 * that was quicker on the port has another file.
 */
record RedisReady(int port, ServerPassword password, Path pidFile) implements ReadyCheck {
    private static final int LIMIT_MILLIS = 1000;
    private static final int LONGEST_ANSWER = 8192;

    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
            socket.setSoTimeout(LIMIT_MILLIS);
            // The last command makes the server close the connection, which ends the answer.
            var commands = "AUTH " + password.text() + "\r\nCONFIG GET pidfile\r\nQUIT\r\n";
            socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8).strip();
            return answer.contains("\r\n" + pidFile + "\r\n") ? Optional.empty() : Optional.of(firstLine(answer));
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String firstLine(String answer) {
        return answer.startsWith("-") ? answer.lines().findFirst().orElse("") : "another server answers on its port";
    }
}
