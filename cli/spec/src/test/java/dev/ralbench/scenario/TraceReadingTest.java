package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Replay;
import dev.ralbench.load.Spacing;
import dev.ralbench.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code load.open.trace}: the requests of a log. */
class TraceReadingTest {
    private static final String GET = "192.0.2.1 - - [29/Nov/2026:05:00:01 +0000] \"GET /items/1 HTTP/1.1\" 200 5\n";
    private static final String GONE = "192.0.2.1 - - [29/Nov/2026:05:00:02 +0000] \"GET /gone?a HTTP/1.1\" 404 5\n";
    private static final String POST = "192.0.2.1 - - [29/Nov/2026:05:00:02 +0000] \"POST /orders HTTP/1.1\" 201 5\n";

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("access.log"), GET + GONE + POST);
        Files.writeString(directory.resolve("broken.log"), GET + "what a line\n");
        Files.writeString(directory.resolve("posts.log"), POST);
        Files.writeString(directory.resolve("empty.log"), "\n");
    }

    private ResolvedScenario read(String trace, String more) throws IOException {
        var file = Files.writeString(directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        load: { open: { trace: { %s } } }
                        variants: { one: { target: { url: "http://127.0.0.1:1" } } }
                        %s
                        """.formatted(trace, more));
        return ScenarioFile.read(file).resolve(Overrides.none());
    }

    @Test
    void aLogIsALevelOfItsOwn() throws IOException {
        var scenario = read("file: access.log, speed: 2, users: 7", "").scenario();

        assertThat(scenario.load().shape()).isInstanceOfSatisfying(LoadShape.Labelled.class, labelled -> {
            assertThat(labelled.label()).isEqualTo("trace");
            assertThat(labelled.shape()).isInstanceOfSatisfying(LoadShape.Open.class, open -> {
                assertThat(open.connections()).isEqualTo(7);
                assertThat(open.arrivals().spacing()).isEqualTo(Spacing.REPLAY);
            });
        });
        assertThat(scenario.load().timeline().plannedSeconds()).hasValue(1);
        var replay = scenario.load().replay().orElseThrow();
        assertThat(replay.length()).isEqualTo(Duration.ofSeconds(1));
        assertThat(replay.kinds()).extracting(Replay.Kind::name).containsExactly("get-items-id", "get-gone");
        assertThat(scenario.workload().orElseThrow().names()).containsExactly("get-items-id", "get-gone");
    }

    @Test
    void theStoredScenarioHasTheHashOfTheLogAndIsReadAgain() throws IOException {
        var stored = read("file: access.log", "").scenario().document();
        var hash = Sha256.of(directory.resolve("access.log"));

        assertThat(trace(stored).get("sha256")).isEqualTo(hash);
        assertThat(trace(stored).get("speed")).isEqualTo(1L);
        assertThat(read("file: access.log, sha256: " + hash, "").scenario().document())
                .isEqualTo(stored);
        assertThatThrownBy(() -> read("file: access.log, sha256: " + "0".repeat(64), ""))
                .hasMessageContaining("mine.yaml");
    }

    private static Map<?, ?> trace(Map<String, Object> document) {
        var load = (Map<?, ?>) document.get("load");
        var open = (Map<?, ?>) load.get("open");
        return (Map<?, ?>) open.get("trace");
    }

    @Test
    void requestSaysWhatAllRequestsHaveInCommon() throws IOException {
        var scenario = read("file: access.log", "request: { headers: { X-A: b }, expect: { text: ok } }")
                .scenario();
        var workload = scenario.workload().orElseThrow().filled(Secrets.none(), RequestData.NONE, 1);

        assertThat(workload.replay().orElseThrow().asBefore()).isTrue();
        assertThat(workload.steps()).allSatisfy(step -> {
            assertThat(step.request().headerTexts()).isEqualTo(Map.of("X-A", "b"));
            assertThat(step.request().expect().texts()).containsExactly("ok");
        });
        assertThat(workload.steps())
                .extracting(step -> step.request().expect().statuses())
                .containsExactly(Set.of(200), Set.of(404));
    }

    @Test
    void aStatusOfTheScenarioTakesThePlaceOfThoseOfTheLog() throws IOException {
        var workload = read("file: access.log", "request: { expect: { status: [200, 404] } }")
                .scenario()
                .workload()
                .orElseThrow()
                .filled(Secrets.none(), RequestData.NONE, 1);

        assertThat(workload.replay().orElseThrow().asBefore()).isFalse();
        assertThat(workload.steps())
                .extracting(step -> step.request().expect().statuses())
                .containsOnly(Set.of(200, 404));
    }

    @Test
    void theOptionsAreThoseOfAUrlToo() throws IOException {
        var log = directory.resolve("access.log").toString();
        var given =
                GivenOptions.none().with("--trace", log).with("--speed", "4").with("--users", "3");
        var url = "http://127.0.0.1:1/";

        var load = UrlScenario.of(url).resolve(given.overrides(url)).scenario().load();

        assertThat(load.replay().orElseThrow().length()).isEqualTo(Duration.ofMillis(500));
        assertThat(load.timeline().maxConnections()).isEqualTo(3);
        assertThatThrownBy(() -> given.with("--rate", "3").overrides(url))
                .hasMessage("--trace and --rate cannot be combined");
        assertThatThrownBy(() -> GivenOptions.none().with("--speed", "3").overrides(url))
                .hasMessage("--speed: needs --trace");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file: broken.log | | load.open.trace.file: names broken.log, which is no access log: line 2 is not in the"
                        + " Common or Combined Log Format: what a line",
                "file: empty.log | | load.open.trace.file: names empty.log, which holds no request",
                "file: posts.log | | load.open.trace.file: names posts.log, which holds no request that could be sent: 1 of 1:"
                        + " POST may have a body, which a log does not hold",
                "file: nowhere.log | | load.open.trace.file: cannot be used: there is no file",
                "file: access.log, speed: 0 | | load.open.trace.speed: must be at least 0.001, got 0",
                "file: access.log | request: { path: /a } | request.path: does not go with load.open.trace: the log has the"
                        + " requests",
                "file: access.log | requests: { a: { path: /a } } | requests: does not go with load.open.trace: the log has"
                        + " the requests",
            })
    void whatIsWrongIsOneMessage(String trace, String more, String message) {
        assertThatThrownBy(() -> read(trace, more == null ? "" : more))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat((failure.what() + "\n" + failure.why()).lines())
                                .filteredOn(line -> line.matches(".*mine\\.yaml:\\d.*"))
                                .singleElement()
                                .asString()
                                .contains(message));
    }
}
