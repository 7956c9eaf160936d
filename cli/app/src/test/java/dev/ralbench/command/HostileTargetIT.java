package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets whose responses are attacks, and loads of an absurd size. */
@Timeout(60)
class HostileTargetIT {
    /** The server sends several times as much in each run. */
    private static final Map<String, String> SMALL = Map.of("JAVA_TOOL_OPTIONS", "-Xmx128m");

    @TempDir
    private Path directory;

    private List<String> words(FaultyServer server, String closed, String... options) throws IOException {
        var url = server.url();
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: %s, timeout: 1s }
                variants:
                  base: { target: { url: "%s" } }
                  head: { target: { url: "%s" } }
                """.formatted(closed, url, url));
        var words = new ArrayList<>(List.of("run", scenario.toString(), "--details"));
        words.addAll(List.of("-o", result().toString()));
        words.addAll(List.of(options));
        return words;
    }

    private Shell.CommandResult run(FaultyServer server, String closed, String... options) throws IOException {
        return Shell.run(words(server, closed, options).toArray(String[]::new));
    }

    private Path result() {
        return directory.resolve("result.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 \u001b[31mred\u0007\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Type: text/\u001b]0;title\u0007\u009b31m\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 302 Found\r\nLocation: http://\u001b[2J\u0007/\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"\u001b[31m\u0007\u009b\": \"\u001b]\"}",
                "\u001b[31mNOT-HTTP\u0007\r\n\r\n",
            })
    @Disturbance(value = "escape sequences in a status, a type, a JSON key or a Location", then = "in no output")
    void whatATargetAnswersGivesNoOrders(String response) throws IOException {
        var reports = List.of("r.md", "r.xml", "r.csv", "r.txt");
        try (var server = new FaultyServer((number, exchange) -> exchange.send(response))) {
            var options = new ArrayList<String>();
            reports.forEach(report ->
                    options.addAll(List.of("-o", directory.resolve(report).toString())));
            var outcome = run(server, "{ loops: { users: 2, loops: 3 } }", options.toArray(String[]::new));

            var written = new ArrayList<>(List.of(outcome.out(), outcome.err()));
            try (var files = Files.list(directory)) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    written.add(Files.readString(file));
                }
            }
            assertThat(outcome.err()).doesNotContain("internal error");
            assertThat(written)
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(text -> assertThat(text).doesNotContain("\u001b", "\u0007", "\u009b"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"body", "head"})
    @Disturbance(value = "a response without an end:", then = "bounded memory, exit 6")
    void aResponseWithoutAnEndIsGivenUp(String part) throws Exception {
        var chunk = "x".repeat(1 << 16);
        try (var server = new FaultyServer((number, exchange) -> {
            if (number < 10) { // asks whether the target is there, and what it answers
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                return;
            }
            exchange.send("HTTP/1.1 200 OK\r\n" + (part.equals("body") ? "Transfer-Encoding: chunked\r\n\r\n" : ""));
            while (true) { // until the client hangs up
                exchange.send(part.equals("body") ? "10000\r\n" + chunk + "\r\n" : "X: " + chunk.substring(9) + "\r\n");
            }
        })) {
            var words = words(server, "{ constant: { users: 2, hold: 1500ms } }", "--variant", "head");
            try (var run = RalbenchProcess.start(directory, SMALL, words)) {
                assertThat(run.awaitEnd(Duration.ofSeconds(40))).as(run.told()).isEqualTo(ExitCode.INVALID.code());
            }
        }
    }

    @Test
    @Disturbance(value = "a thousand levels", then = "all are measured, and the result is read again")
    void aThousandLevelsAreMeasured() throws IOException {
        var levels = String.join(
                ", ",
                Collections.nCopies(
                        500, "{ constant: { users: 1, hold: 5ms } }, { constant: { users: 2, hold: 5ms } }"));
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var outcome = run(server, "{ sequence: [ " + levels + " ] }", "--variant", "head");

            assertThat(outcome.err()).doesNotContain("internal error");
            var trial = ResultFile.read(result()).trials().getFirst();
            assertThat(trial.measurement()
                            .orElseThrow(() -> new AssertionError(outcome.err()))
                            .levels())
                    .hasSize(1_000);
        }
    }
}
