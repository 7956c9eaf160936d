package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.FreePort;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

    private record Answer(int status, double seconds, String body) {}

    @ParameterizedTest
    @ValueSource(strings = {"imperative", "reactive", "coroutines"})
    void eachServiceOfTheDelayStudyWaitsAsItWasBuilt(String variant) throws Exception {
        try (var up = up("delay-200", variant)) {
            var answer = typed("curl http://localhost:8080/endpoint");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.seconds()).isGreaterThanOrEqualTo(0.2);
            end(up);
        }
    }

    @Test
    void theFanOutStudyIsAskedByItsVersions() throws Exception {
        try (var up = up(smallFanOut(), "v2")) {
            assertThat(out()).contains("pooled-dropping (v2) http://127.0.0.1:" + port);
            for (var version : List.of("v1", "v2", "v3")) {
                var answer = typed("curl 'http://localhost:8080/api/ral/" + version + "/test?" + IDS + "'");
                var data = new JsonMapper().readTree(answer.body()).path("data");

                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
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
        return Files.writeString(directory.resolve("fan-out-1.yaml"), text).toString();
    }

    private RalbenchProcess up(String scenario, String variant) throws IOException {
        var words =
                List.of("up", scenario, "--variant", variant, "--port", String.valueOf(port), "--runtime", "process");
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

    /** The line as published, but for the port where that is taken, with words behind it that make curl tell what it saw. */
    private Answer typed(String published) throws IOException, InterruptedException {
        var line = published.replace(":" + PUBLISHED_PORT, ":" + port)
                + " --silent --show-error --max-time 60 --write-out '\\n%{http_code} %{time_total}'";
        var shell =
                new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
        var said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(said).isZero();
        var seen = said.substring(said.lastIndexOf('\n') + 1).split(" ", -1);
        return new Answer(
                Integer.parseInt(seen[0]), Double.parseDouble(seen[1]), said.substring(0, said.lastIndexOf('\n')));
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
