package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.FreePort;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.NeedsAb;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What a reader of a study types, at the study's port, is answered by the target that {@code up} keeps up. */
@Timeout(180)
class PublishedRequestsIT {
    private static final int PUBLISHED_PORT = 8080;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Seven ids for each of four tables. */
    private static final String IDS = IntStream.rangeClosed(1, 4)
            .boxed()
            .flatMap(table -> IntStream.rangeClosed(1, 7).mapToObj(id -> "test" + table + "Id=" + id))
            .collect(Collectors.joining("&"));

    @TempDir
    private Path directory;

    /** The published one, unless another program of this machine has it. */
    private final int port = FreePort.isFree(PUBLISHED_PORT) ? PUBLISHED_PORT : FreePort.next();

    private record CurlResponse(int status, double seconds, String body) {}

    @ParameterizedTest
    @ValueSource(strings = {"imperative", "reactive", "coroutines"})
    void eachServiceOfTheDelayStudyWaitsAsItWasBuilt(String variant) throws Exception {
        try (var up = up(quickly("delay-200"), variant)) {
            var response = typed("curl http://localhost:8080/endpoint");

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEmpty();
            assertThat(response.seconds()).isGreaterThanOrEqualTo(0.2);
            end(up);
        }
    }

    @Test
    void theFanOutStudyIsAskedByItsVersions() throws Exception {
        try (var up = up(smallFanOut(), "v2")) {
            assertThat(out()).contains("pooled-dropping (v2) http://127.0.0.1:" + port);
            for (var version : List.of("v1", "v2", "v3")) {
                var response = typed("curl 'http://localhost:8080/api/ral/" + version + "/test?" + IDS + "'");
                var data = new JsonMapper().readTree(response.body()).path("data");

                assertThat(response.status()).as(response.body()).isEqualTo(200);
                assertThat(List.of("test1", "test2", "test3", "test4"))
                        .allSatisfy(table -> assertThat(data.path(table)).hasSize(7));
                assertThat(data.path("engineResult")).hasSize(4);
                assertThat(data.path("trendModels")).hasSize(4);
            }
            end(up);
        }
    }

    /** With a CPU step and a remote API that take no time worth speaking of. */
    private String smallFanOut() throws IOException {
        var scenarios = Repository.path("scenarios");
        Files.copy(scenarios.resolve("fan-out.sql"), directory.resolve("fan-out.sql"));
        var text = Files.readString(scenarios.resolve("fan-out-1.yaml"))
                .replaceAll("cpuStep: [0-9]+ms", "cpuStep: 1ms")
                .replaceAll("latency: [0-9]+ms", "latency: 50ms");
        return Files.writeString(directory.resolve("fan-out-1.yaml"), text + QuickStart.JVM)
                .toString();
    }

    /** With a tenth of each time. */
    @Test
    void theCombinedStudyIsAskedByItsPaths() throws Exception {
        try (var up = up(quickly("combined-c10"), "sequence", "--profile", "quick")) {
            assertThat(typed("curl http://localhost:8080/legacy/slow/1").body()).isEqualTo("C_1");
            var sum = typed("curl http://localhost:8080/seq/combined");
            assertThat(sum.body()).isEqualTo("C_1|C_2");
            assertThat(sum.seconds()).isGreaterThanOrEqualTo(0.4);
            for (var path : List.of("parallel", "webflux")) {
                var longer = typed("curl http://localhost:8080/" + path + "/combined");
                assertThat(longer.body()).as(path).isEqualTo("C_1|C_2");
                assertThat(longer.seconds()).as(path).isGreaterThanOrEqualTo(0.2);
            }
            end(up);
        }
    }

    /** Tests 1 to 3 on Netty, and 4 to 6 on Tomcat. */
    @ParameterizedTest
    @CsvSource({"test3, 300", "test4, 3000"})
    void theBurstStudysTestsTellHowLongTheyTook(String published, int millis) throws Exception {
        try (var up = up(quickly("burst-1000"), published, "--profile", "quick")) {
            for (var path : List.of("/api/test", "/api/test2", "/api/test3")) {
                var response = typed("curl -X POST http://localhost:8080" + path);
                var fields = new JsonMapper().readTree(response.body());

                assertThat(response.status()).as(path).isEqualTo(200);
                assertThat(fields.propertyNames()).containsExactlyInAnyOrder("A", "B", "C", "Time");
                assertThat(fields.path("A").asString()).isEqualTo("a");
                assertThat(fields.path("Time").asLong()).as(path).isGreaterThanOrEqualTo(millis);
            }
            end(up);
        }
    }

    @Nested
    @NeedsAb
    class ByAb {
        @Test
        void theCombinedStudysLoad() throws Exception {
            try (var up = up(quickly("combined-c10"), "sequence", "--profile", "quick")) {
                for (var path : List.of("seq", "parallel", "webflux")) {
                    assertThat(said("ab -n 200 -c 10 http://localhost:8080/" + path + "/combined"))
                            .as(path)
                            .containsPattern("Complete requests: +200\n")
                            .containsPattern("Failed requests: +0\n")
                            .containsPattern("HTML transferred: +1400 bytes");
                }
                end(up);
            }
        }

        /** As published, but for three seconds instead of ten. */
        @ParameterizedTest
        @ValueSource(strings = {"plain", "batching"})
        void theBatchingStudysLoad(String technique) throws Exception {
            TestNode.orSkip();
            try (var up = up(fewWorms(), technique)) {
                assertThat(said("ab -c 300 -t 3 http://localhost:8080/api/v1/worms/utilize"))
                        .containsPattern("Document Length: +1131 bytes\n")
                        .containsPattern("Failed requests: +0\n");
                end(up);
            }
        }

        private String fewWorms() throws IOException {
            return Files.writeString(directory.resolve("worms.yaml"), """
                    schema: 1
                    name: worms
                    request: { path: /api/v1/worms/utilize }
                    load: { closed: { constant: { users: 1, hold: 1s } } }
                    needs:
                      mongodb:
                        database: wormery
                        load:
                          command: ${java} -jar ${document-store.jar} seed --documents=6000 --tenth=3000
                          env: { MONGODB_URL: "${mongodb.url}", MONGODB_DATABASE: "${mongodb.database}" }
                          files: []
                    variants:
                      plain: { target: express }
                      batching: { target: express, with: { technique: batching } }
                    """).toString();
        }
    }

    @Test
    void onNettyTheFanOutStudysThirdVersionAnswersAndItsFirstNever() throws Exception {
        try (var up = up(quickly("fan-out-netty"), "v3")) {
            assertThat(typed("curl 'http://localhost:8080/api/ral/v3/test?" + IDS + "'")
                            .status())
                    .isEqualTo(200);
            var first = "curl 'http://localhost:8080/api/ral/v1/test?" + IDS + "'";
            assertThat(said(first + " --silent --max-time 5 --write-out '%{http_code}' || true"))
                    .isEqualTo("000");
            end(up);
        }
    }

    private String quickly(String builtIn) throws IOException {
        return QuickStart.of(builtIn, directory);
    }

    private RalbenchProcess up(String scenario, String variant, String... more) throws IOException {
        var words = new ArrayList<>(
                List.of("up", scenario, "--variant", variant, "--port", String.valueOf(port), "--runtime", "process"));
        words.addAll(List.of(more));
        var up = RalbenchProcess.startIn(directory, Map.of(), words);
        up.await(() -> out().contains("up until Ctrl-C"), PATIENCE);
        return up;
    }

    private static void end(RalbenchProcess up) throws IOException, InterruptedException {
        up.signal("TERM");
        up.awaitEnd(PATIENCE);
    }

    private String out() {
        try {
            return Files.readString(directory.resolve("out.txt"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The line as published, with words behind it that make curl tell what it saw. */
    private CurlResponse typed(String published) throws IOException, InterruptedException {
        var said = said(published + " --silent --show-error --max-time 60 --write-out '\\n%{http_code} %{time_total}'");
        var seen = said.substring(said.lastIndexOf('\n') + 1).split(" ", -1);
        return new CurlResponse(
                Integer.parseInt(seen[0]), Double.parseDouble(seen[1]), said.substring(0, said.lastIndexOf('\n')));
    }

    /** What that line prints, as published but for the port where that is taken. */
    private String said(String line) throws IOException, InterruptedException {
        var shell = new ProcessBuilder("sh", "-c", line.replace(":" + PUBLISHED_PORT, ":" + port))
                .redirectErrorStream(true)
                .start();
        var said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    @Disturbance(value = "up on a port that is taken", then = "exit 7, and it is named")
    void aPortThatIsTakenIsNamed() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var outcome = Shell.run("up", "delay-200", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.err()).contains("is to listen on port " + taken.getLocalPort() + ", which is taken");
            assertThat(outcome.err()).doesNotContain("Exception");
        }
    }

    @Test
    void aServiceThatRunsAlreadyCannotBeToldItsPort() throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { loops: { users: 1, loops: 1 } } }
                variants: { mine: { target: { url: "http://127.0.0.1:1" } } }
                """);

        var outcome = Shell.run("up", scenario.toString(), "--port", "8080", "--runtime", "process");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err())
                .contains("--port 8080: variant mine cannot be told its port", "runs already, at http://127.0.0.1:1");
    }
}
