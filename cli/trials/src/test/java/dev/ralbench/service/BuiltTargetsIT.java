package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.process.FreePort;
import dev.ralbench.process.LogFile;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What targets/README.md promises of every built target, held by those that are there: started by their own manifests. */
@Timeout(120)
class BuiltTargetsIT {
    private static final TargetCatalog CATALOG = new TargetCatalog(Repository.ROOT);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Spring's own shutdown would wait up to thirty for what is not answered yet. */
    private static final Duration AT_ONCE = Duration.ofSeconds(7);

    /** Else it warns of Netty's native code, which is no line of the target. */
    private static final String NO_WORD_OF_THE_JVM = "--enable-native-access=ALL-UNNAMED";

    private static final int ENDED_BY_SIGTERM = 143;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([a-z]+\\.[a-z]+)}");

    @TempDir
    private Path directory;

    static List<String> targets() {
        return CATALOG.names();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void itListensOnLoopbackAloneAndWritesOneLineAtMost(String name) throws Exception {
        int port = FreePort.next();
        var process = start(name, Map.of(), port);
        try {
            awaitAnswer(name, process, port);

            // All of 127/8 is this machine: who listens on every address is found at this one too.
            assertThatThrownBy(() -> new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), port).close())
                    .isInstanceOf(ConnectException.class);
            process.destroy();
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readAllLines(log())).hasSizeLessThanOrEqualTo(1);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** With a request that would take a minute. */
    @ParameterizedTest
    @CsvSource({
        "tomcat, /imperative/endpoint?delay=60s, , ",
        "netty, /reactive/endpoint?delay=60s, , ",
        "upstream, /trends/api/realtimetrends, latency, 60s",
        "mini, /work, wait, 60s",
        "fan-out, /sequential/fan-out?test1Id=1&test2Id=1&test3Id=1&test4Id=1, , ",
        "combined, /parallel/combined, sleep, 60s",
    })
    @Disturbance(value = "SIGTERM of a target with a request under way", then = "it ends at once")
    void aSignalEndsItAtOnce(String name, String path, String option, String value) throws Exception {
        int port = FreePort.next();
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var with = option == null ? Map.<String, String>of() : Map.of(option, value);
            var process = start(name, with, port, silent.getLocalPort());
            try {
                awaitAnswer(name, process, port);
                try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    ask(client, path);
                    awaitAnswer(name, process, port); // what was asked before is under way

                    process.destroy();

                    assertThat(process.waitFor(AT_ONCE.toSeconds(), TimeUnit.SECONDS))
                            .as("ended")
                            .isTrue();
                    assertThat(process.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
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

    private Process start(String name, Map<String, String> with, int port) throws IOException {
        return start(name, with, port, 1); // on which nothing listens
    }

    /** @param others the port of every server that it may want */
    private Process start(String name, Map<String, String> with, int port, int others) throws IOException {
        var definition = CATALOG.definition(
                name, with, List.of("-Xmx256m", "-Djava.io.tmpdir=" + directory, NO_WORD_OF_THE_JVM));
        var words = new HashMap<String, String>();
        definition.environment().values().stream()
                .flatMap(text -> PLACEHOLDER.matcher(text).results())
                .map(found -> found.group(1))
                .forEach(word -> words.put(word, word(word, others)));
        var shown = String.valueOf(port);
        var command = definition.commandLine(shown, Starters.JAVA.toString(), words);
        var builder = new ProcessBuilder("sh", "-c", "exec " + command)
                .redirectErrorStream(true)
                .redirectOutput(log().toFile());
        builder.environment().putAll(definition.variables(shown, words));
        return builder.start();
    }

    private static String word(String name, int port) {
        return switch (name.substring(name.indexOf('.') + 1)) {
            case "host" -> "127.0.0.1";
            case "port" -> String.valueOf(port);
            case "database" -> name.startsWith("redis") ? "0" : "none";
            default -> "";
        };
    }

    /** Any answer: without its servers a target is up and not ready. */
    private void awaitAnswer(String name, Process process, int port) {
        var path = CATALOG.definition(name, Map.of(), List.of()).readyPath();
        Eventually.within(PATIENCE, () -> {
            assertThat(process.isAlive()).as(new LogFile(log()).tail()).isTrue();
            try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                ask(client, path);
                return client.getInputStream().read() == 'H';
            } catch (IOException e) {
                return false; // does not listen yet
            }
        });
    }

    private static void ask(Socket client, String path) throws IOException {
        var request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }
}
