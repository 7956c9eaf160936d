package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.NodeTargets;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What targets/README.md promises of every built target, held by those that are there: started by their own manifests. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class BuiltTargetsIT {
    private static final TargetCatalog CATALOG = new TargetCatalog(Repository.ROOT);
    /** Several start at a time, on a machine that may have other work. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Spring's own shutdown would wait up to thirty for what is not answered yet. */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    /** Half of the CPU time of a start is the second compiler's. */
    private static final String NO_SECOND_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Else it warns of Netty's native code, which is no line of the target. */
    private static final String NO_WORD_OF_THE_JVM = "--enable-native-access=ALL-UNNAMED";

    private static final int ENDED_BY_SIGTERM = 143;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([a-z]+\\.[a-z]+)}");

    /**
     * A request and what it is sent to.
     *
     * @param line method and path
     * @param with options of the target
     */
    private record Request(String line, Map<String, String> with) {}

    /** A request to each target that would take a minute. */
    private static final Map<String, Request> OF_A_MINUTE = Map.ofEntries(
            Map.entry("tomcat", new Request("GET /imperative/endpoint?delay=60s", Map.of())),
            Map.entry("netty", new Request("GET /reactive/endpoint?delay=60s", Map.of())),
            Map.entry("burst-tomcat", new Request("POST /api/test2", Map.of("delay", "60s"))),
            Map.entry("upstream", new Request("GET /trends/api/realtimetrends", Map.of("latency", "60s"))),
            // What takes it long comes by another protocol.
            Map.entry("document-store", new Request("GET /counters", Map.of())),
            Map.entry("mini", new Request("GET /work", Map.of("wait", "60s"))),
            Map.entry("batching", new Request("GET /plain/worms/utilize", Map.of())),
            Map.entry("combined", new Request("GET /parallel/combined", Map.of("sleep", "60s"))),
            Map.entry("express", new Request("GET /plain/worms/utilize", Map.of())),
            Map.entry(
                    "fan-out",
                    new Request("GET /sequential/fan-out?test1Id=1&test2Id=1&test3Id=1&test4Id=1", Map.of())),
            Map.entry(
                    "fan-out-netty",
                    new Request("GET /reactive/fan-out?test1Id=1&test2Id=1&test3Id=1&test4Id=1", Map.of())));

    /** A request that holds the only event loop of a target, so that nothing else is served meanwhile. */
    private static final Map<String, Request> BLOCKING = Map.ofEntries(
            Map.entry("netty", new Request("POST /api/test2", Map.of("delay", "60s", "eventLoops", "1"))),
            Map.entry(
                    "fan-out-netty",
                    new Request(
                            "GET /sequential/fan-out?test1Id=1&test2Id=1&test3Id=1&test4Id=1",
                            Map.of("eventLoops", "1"))));

    /** Far more than {@code /ready} takes of a target whose event loop is free. */
    private static final Duration RESPONSE_LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    static List<String> targets() {
        return CATALOG.names();
    }

    @ParameterizedTest
    @MethodSource("targets")
    @Disturbance(value = "SIGTERM of a target with a request under way", then = "it ends at once")
    void itListensOnLoopbackAloneWritesOneLineAtMostAndEndsAtOnce(String name) throws Exception {
        var request = Objects.requireNonNull(OF_A_MINUTE.get(name), "a request of a minute to " + name);
        int port = FreePort.next();
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var process = start(name, request.with(), port, silent.getLocalPort());
            try {
                awaitResponse(name, process, port);

                // All of 127/8 is this machine: who listens on every address is found at this one too.
                assertThatThrownBy(() -> new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), port).close())
                        .isInstanceOf(ConnectException.class);
                try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    ask(client, request.line());
                    awaitResponse(name, process, port); // what was asked before is under way

                    process.destroy();

                    assertThat(process.waitFor(AT_ONCE.toSeconds(), TimeUnit.SECONDS))
                            .as("ended")
                            .isTrue();
                    assertThat(process.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
                    assertThat(Files.readAllLines(log())).hasSizeLessThanOrEqualTo(1);
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "fan-out-netty"})
    @Disturbance(value = "SIGTERM of a target whose event loops are all blocked", then = "it ends at once")
    void aSignalEndsATargetWhoseEventLoopsAreBlocked(String name) throws Exception {
        var request = Objects.requireNonNull(BLOCKING.get(name), name);
        int port = FreePort.next();
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var process = start(name, request.with(), port, silent.getLocalPort());
            try {
                awaitResponse(name, process, port);
                try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    ask(client, request.line());
                    Eventually.within(PATIENCE, () -> isBlocked(name, port));

                    process.destroy();

                    assertThat(process.waitFor(AT_ONCE.toSeconds(), TimeUnit.SECONDS))
                            .as("ended")
                            .isTrue();
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static String readyPath(String name) {
        var ready = CATALOG.definition(name, Map.of(), List.of()).ready();
        return ((ReadyCondition.Http) ready).path();
    }

    private static boolean isBlocked(String name, int port) {
        try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.setSoTimeout((int) RESPONSE_LIMIT.toMillis());
            ask(client, "GET " + readyPath(name));
            client.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Between choosing a port and its use another process may take it: the target then has to say why it ends. */
    @ParameterizedTest
    @MethodSource("targets")
    @Disturbance(value = "the port of a target is taken", then = "it ends instead of serving elsewhere")
    void aTargetWhosePortIsTakenEnds(String name) throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            var process = start(name, Map.of(), taken.getLocalPort());
            try {
                assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .as("ends by itself")
                        .isTrue();
                assertThat(process.exitValue()).isNotZero();
                assertThat(new LogFile(log()).saysAddressInUse()).isTrue();
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private Path log() {
        return directory.resolve("log");
    }

    private Process start(String name, Map<String, String> with, int port) throws Exception {
        return start(name, with, port, 1); // on which nothing listens
    }

    /** @param others the port of every server that it may want */
    private Process start(String name, Map<String, String> with, int port, int others) throws Exception {
        var definition = definition(name, with);
        var placeholders = new HashMap<String, String>();
        definition.environment().values().stream()
                .flatMap(text -> PLACEHOLDER.matcher(text).results())
                .map(found -> found.group(1))
                .forEach(word -> placeholders.put(word, word(word, others)));
        var shown = String.valueOf(port);
        var executable = CATALOG.program(name).equals(Program.NODE) ? TestNode.executable() : Starters.JAVA;
        var command = definition.commandLine(shown, executable.toString(), placeholders);
        var builder = new ProcessBuilder("sh", "-c", "exec " + command)
                .redirectErrorStream(true)
                .redirectOutput(log().toFile());
        builder.environment().putAll(definition.variables(shown, placeholders));
        return builder.start();
    }

    private TargetDefinition.Launched definition(String name, Map<String, String> with) throws InterruptedException {
        var definition = CATALOG.definition(
                name,
                with,
                List.of(
                        "-Xmx256m",
                        NO_SECOND_COMPILER,
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + directory,
                        NO_WORD_OF_THE_JVM));
        if (definition.program().sources().isEmpty()) {
            return definition;
        }
        TestNode.orSkip();
        return NodeTargets.withLibraries(definition);
    }

    private static String word(String name, int port) {
        return switch (name.substring(name.indexOf('.') + 1)) {
            case "host" -> "127.0.0.1";
            case "url" -> "mongodb://127.0.0.1:" + port;
            case "password" -> name.startsWith("mongodb") ? "secret" : "";
            case "port" -> String.valueOf(port);
            case "database" -> name.startsWith("redis") ? "0" : "none";
            default -> "";
        };
    }

    /** Any answer: without its servers a target is up and not ready. */
    private void awaitResponse(String name, Process process, int port) {
        var path = readyPath(name);
        Eventually.within(PATIENCE, () -> {
            assertThat(process.isAlive()).as(new LogFile(log()).tail()).isTrue();
            try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                ask(client, "GET " + path);
                return client.getInputStream().read() == 'H';
            } catch (IOException e) {
                return false; // does not listen yet
            }
        });
    }

    /** @param line method and path */
    private static void ask(Socket client, String line) throws IOException {
        var request = line + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }
}
