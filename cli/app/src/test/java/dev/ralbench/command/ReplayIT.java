package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that are sent again over a real network: every request once, with its method, path and query. */
class ReplayIT {
    @TempDir
    private Path directory;

    private final Map<String, Integer> came = new ConcurrentHashMap<>();

    private FaultyServer counting() {
        return new FaultyServer((number, exchange) -> {
            came.merge(exchange.requestLine(), 1, Integer::sum);
            if (exchange.requestLine().startsWith("HEAD")) {
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
            } else if (exchange.requestLine().contains("/gone")) {
                exchange.status(404);
            } else {
                exchange.ok();
            }
        });
    }

    private static String line(int second, String request, int status) {
        return "192.0.2.1 - - [29/Nov/2026:05:00:%02d +0000] \"%s HTTP/1.1\" %d 5 \"-\" \"curl/8\"\n"
                .formatted(second, request, status);
    }

    /** 3 s of 62 requests a second that can be sent again. */
    private Path log() throws IOException {
        var text = new StringBuilder();
        for (int second = 1; second <= 3; second++) {
            for (int i = 0; i < 50; i++) {
                text.append(line(second, "GET /items/" + i % 10 + "?page=" + second, 200));
            }
            for (int i = 0; i < 5; i++) {
                text.append(line(second, "GET /gone/" + i, 404));
                text.append(line(second, "HEAD /items/" + i, 200));
                text.append(line(second, "POST /items", 201));
            }
            text.append(line(second, "GET /cached", 304)).append(line(second, "GET /gone/now", 200));
        }
        // Nothing is in flight at the end, where it would be dropped.
        text.append(line(4, "GET /last", 200));
        return Files.writeString(directory.resolve("access.log"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "vertx"})
    void eachRequestComesOnceAndIsJudgedByItsOwnStatus(String sender) throws IOException {
        var file = directory.resolve("result.json");
        try (var server = counting()) {
            var run = Shell.run(
                    "run",
                    server.url() + "/",
                    "--trace",
                    log().toString(),
                    "--speed",
                    "2",
                    "--sender",
                    sender,
                    "-o",
                    file.toString());

            assertThat(run.err()).contains("load.open.trace leaves out 15 of 202: POST may have a body");
        }
        ResultSchema.assertKeptBy(file);
        var trial = ResultFile.read(file).trials().getFirst();
        var level = trial.measurement().orElseThrow().windows().getFirst();
        assertThat(level.label()).contains("trace");
        assertThat(level.open().orElseThrow().arrivals()).isEqualTo(187);
        // /gone/now was 200 in the log and is 404 now; the other statuses are those of the log.
        assertThat(level.requests().count(Outcome.OK)).isEqualTo(184);
        assertThat(level.requests().count(Outcome.UNEXPECTED_STATUS)).isEqualTo(3);
        var byName = new TreeMap<String, Long>();
        level.byName()
                .orElseThrow()
                .forEach(named -> byName.put(named.name(), named.completions().successful()));
        assertThat(byName)
                .isEqualTo(Map.of(
                        "get-items-id",
                        150L,
                        "get-gone-id",
                        15L,
                        "head-items-id",
                        15L,
                        "get-cached",
                        3L,
                        "get-gone-now",
                        0L,
                        "get-last",
                        1L));
        // /items/0?page=1 is the request that the service is looked at with, too
        came.keySet().removeIf(line -> line.startsWith("GET /items/0?page=1 "));
        came.remove("GET / HTTP/1.1"); // asks whether it is there
        var expected = new TreeMap<String, Integer>();
        for (int second = 1; second <= 3; second++) {
            for (int i = 0; i < 10; i++) {
                expected.put("GET /items/" + i + "?page=" + second + " HTTP/1.1", 5);
            }
        }
        expected.remove("GET /items/0?page=1 HTTP/1.1");
        for (int i = 0; i < 5; i++) {
            expected.put("GET /gone/" + i + " HTTP/1.1", 3);
            expected.put("HEAD /items/" + i + " HTTP/1.1", 3);
        }
        expected.put("GET /last HTTP/1.1", 1);
        expected.put("GET /cached HTTP/1.1", 3);
        expected.put("GET /gone/now HTTP/1.1", 3);
        assertThat(new TreeMap<>(came)).isEqualTo(expected);
    }

    @Test
    void aLogThatIsNoneIsOneMessage() throws IOException {
        var log = Files.writeString(directory.resolve("app.log"), "INFO started\n");

        var run = Shell.run("run", "http://127.0.0.1:1/", "--trace", log.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(run.err())
                .contains(
                        "app.log, which is no access log: line 1 is not in the Common or Combined Log Format: INFO started");
    }

    /** Kinds of requests that never went well, or not without their query, are no reason to send none. */
    @Test
    void aLogOfRequestsThatFailedIsSentAgain() throws IOException {
        var log = Files.writeString(
                directory.resolve("access.log"),
                line(1, "GET /items", 200) + line(1, "GET /items", 200) + line(2, "GET /gone", 404));
        var file = directory.resolve("result.json");
        try (var server = counting()) {
            var run = Shell.run("run", server.url() + "/", "--trace", log.toString(), "-o", file.toString());

            assertThat(run.exit()).as(run.err()).isZero();
        }
        assertThat(came).containsEntry("GET /gone HTTP/1.1", 1);
    }

    @Test
    void usersLogInBeforeALogIsSentAgain() throws IOException {
        Files.writeString(directory.resolve("access.log"), line(1, "GET /items", 200) + line(2, "GET /gone", 404));
        try (var server = counting()) {
            var scenario = Files.writeString(directory.resolve("replay.yaml"), """
                    schema: 1
                    name: replay
                    load: { open: { trace: { file: access.log } } }
                    before: { user: { steps: { login: { path: /login } } } }
                    variants: { mine: { target: { url: "%s" } } }
                    """.formatted(server.url()));
            var file = directory.resolve("result.json");
            var run = Shell.run("run", scenario.toString(), "-o", file.toString());

            assertThat(run.exit()).as(run.err()).isZero();
        }
        assertThat(came).containsKeys("GET /login HTTP/1.1").containsEntry("GET /gone HTTP/1.1", 1);
    }
}
