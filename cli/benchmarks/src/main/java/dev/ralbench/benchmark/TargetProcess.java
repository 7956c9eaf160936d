package dev.ralbench.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The target of a fault: a script that starts it at a port, and its process if ralbench does not start it. */
final class TargetProcess implements AutoCloseable {
    private static final int TRIES = 200;
    private static final long BETWEEN_TRIES_MILLIS = 50;

    private final Path script;
    private final int port;
    private Optional<Process> process = Optional.empty();

    private TargetProcess(Path script, int port) {
        this.script = script;
        this.port = port;
    }

    static TargetProcess in(Path directory, int cpu, int delayMillis) throws IOException {
        var main = delayMillis == 0 ? CalibrationServerProcess.class : DelayProcess.class;
        var script = Files.writeString(directory.resolve("target.sh"), """
                exec taskset -c %d '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \\
                    -cp '%s' %s "$1" %d
                """.formatted(
                        cpu,
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        main.getName(),
                        delayMillis));
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new TargetProcess(script, socket.getLocalPort());
        }
    }

    void start() throws IOException, InterruptedException {
        var started = new ProcessBuilder(List.of("sh", script.toString(), String.valueOf(port)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process = Optional.of(started);
        for (int i = 0; i < TRIES && !isListening(); i++) {
            if (started.waitFor(BETWEEN_TRIES_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("the target ended with " + started.exitValue());
            }
        }
    }

    private boolean isListening() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void kill() throws InterruptedException {
        if (process.isPresent()) {
            process.get().destroyForcibly().waitFor();
        }
    }

    /** As a scenario names it. */
    String inScenario(Fault.Target target) {
        return switch (target) {
            case STARTED -> "{ command: \"sh " + script + " ${port}\", ready: / }";
            case KNOWN ->
                "{ url: \"http://127.0.0.1:" + port + "\", pid: "
                        + process.orElseThrow().pid() + " }";
            case FOREIGN -> "{ url: \"http://127.0.0.1:" + port + "\" }";
        };
    }

    @Override
    public void close() {
        process.ifPresent(Process::destroyForcibly);
    }
}
