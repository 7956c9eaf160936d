package dev.ralbench.junit;

import static dev.ralbench.junit.RalbenchAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.result.Design;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.session.RunRequest;
import dev.ralbench.testing.Alone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Tests of users, run by JUnit against a service in the JVM of the test. */
@Alone
class RalbenchIT {
    /** A request after those that look before the load whether the service works. */
    private static final int AMID_THE_LOAD = 20;

    @TempDir
    private Path results;

    private static final String GATE = """
            # As short as a gate can be: one rule that needs six pairs.
            version: 1
            gate: short
            design:
              shape: alternating
              pairs: { looks: [6] }
              windows: { per_level: 1, length: 200ms, lead_in: 50ms }
              levels: [2]
              warmup: { requests: 20, limit: 2s }
            decision: { alpha: 0.02 }
            relative:
              - { metric: goodput, levels: all, material: 20%, tolerate: 95% }
            absolute:
              - { metric: errors, levels: all, max: 0.1%, every_trial: true }
            """;

    private static final String SCENARIO = """
            schema: 1
            name: service
            request: { path: /fast }
            load: { closed: { constant: { users: 2, hold: 2s } } }
            variants:
              own: { target: { url: "http://127.0.0.1:${env:SERVICE_PORT}" } }
            expect: { p50: "<1us", errors: "<=0.1%" }
            """;

    /** A service that each test starts by itself, on a port that only it knows. */
    abstract static class WithService {
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final AtomicInteger requests = new AtomicInteger();
        private HttpServer server;

        @TempDir
        private Path directory;

        @BeforeEach
        void start() throws IOException {
            Files.writeString(directory.resolve("gate.yaml"), GATE);
            Files.writeString(directory.resolve("scenario.yaml"), SCENARIO);
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            answer("/fast", 200, ofMillis(1));
            answer("/fast-too", 200, ofMillis(1));
            answer("/slow", 200, ofMillis(20));
            answer("/broken", 500, ofMillis(1));
            server.createContext("/breaking", exchange -> {
                exchange.sendResponseHeaders(requests.incrementAndGet() < AMID_THE_LOAD ? 200 : 500, -1);
                exchange.close();
            });
            server.setExecutor(threads);
            server.start();
        }

        private void answer(String path, int status, Duration after) {
            server.createContext(path, exchange -> {
                LockSupport.parkNanos(after.toNanos());
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
            });
        }

        @AfterEach
        void stop() {
            server.stop(0);
            threads.close();
        }

        int port() {
            return server.getAddress().getPort();
        }
    }

    static final class Url extends WithService {
        @Ralbench(url = "http://127.0.0.1:{port}/fast", users = 2, duration = "2s")
        void holds(RalbenchRun run) {
            assertThat(run.level(2).p50()).isLessThan(ofSeconds(2));
            assertThat(run.level(2).errors()).isZero().keeps("<=0.1%");
            assertThat(run.level("2").goodput()).isGreaterThan(1);
            assertThat(run.wholeRun().metric("max").value()).isPresent();
        }

        @Ralbench(url = "http://127.0.0.1:{port}/slow", users = 2, duration = "2s")
        void isTooSlow(RalbenchRun run) {
            assertThat(run.level(2).p50()).isLessThan(ofMillis(20));
        }

        @Ralbench(url = "http://127.0.0.1:{port}/slow", users = 2, duration = "1s")
        void hasNoSuchLevel(RalbenchRun run) {
            assertThat(run.level(3).p50()).isLessThan(ofSeconds(2));
        }

        @Ralbench(url = "http://127.0.0.1:{port}/slow", users = 2, duration = "1s")
        void hasTooFewRequests(RalbenchRun run) {
            assertThat(run.level(2).p99()).isLessThan(ofSeconds(2));
        }

        @Ralbench(url = "http://127.0.0.1:{port}/broken", users = 2, duration = "1s")
        void isBroken() {
            throw new IllegalStateException("called though there is nothing to assert on");
        }

        @Ralbench(url = "http://127.0.0.1:{port}/breaking", users = 2, duration = "1s")
        void breaks() {
            throw new IllegalStateException("called though there is nothing to assert on");
        }

        @Ralbench(url = "http://127.0.0.1:{prot}/fast")
        void namesNothing() {}

        @Ralbench
        void asksForNothing(RalbenchRun run) {}

        @Ralbench
        void buildsItsRequest(RalbenchRunner ralbench) {
            var request = RunRequest.of("http://127.0.0.1:" + port() + "/fast")
                    .users(2)
                    .duration(ofSeconds(1));

            assertThat(ralbench.run(request).level(2).p50()).isLessThan(ofSeconds(2));
            assertThat(ralbench.run(request).level(2).p50()).isLessThan(ofSeconds(2));
        }
    }

    static final class Scenario extends WithService {
        @Ralbench(scenario = "{directory}/scenario.yaml", env = "SERVICE_PORT={port}")
        void isInAFile() {}
    }

    static final class Pair extends WithService {
        @Ralbench(
                base = "http://127.0.0.1:{port}/fast",
                head = "http://127.0.0.1:{port}/fast-too",
                gate = "{directory}/gate.yaml")
        void doesNotDiffer(RalbenchRun run) {
            assertThat(run.variant("head")).isNotSlowerThan(run.variant("base"));
            assertThat(run.variant("base").level(2).errors()).isZero();
        }

        @Ralbench(
                base = "http://127.0.0.1:{port}/fast",
                head = "http://127.0.0.1:{port}/slow",
                gate = "{directory}/gate.yaml")
        void isSlower(RalbenchRun run) {
            assertThat(run.variant("head")).isNotSlowerThan(run.variant("base"));
        }

        @Ralbench(
                base = "http://127.0.0.1:{port}/fast",
                head = "http://127.0.0.1:{port}/slow",
                gate = "{directory}/gate.yaml")
        void isSlowerThanTheMargin(RalbenchRun run) {
            assertThat(run.variant("head")).withinMargin("goodput", 50).isNotSlowerThan(run.variant("base"));
        }

        @Ralbench
        void hasTooFewPairs(RalbenchRunner ralbench) {
            var one = "http://127.0.0.1:" + port();
            var run = ralbench.run(RunRequest.of(one + "/fast")
                    .variants("base=" + one, "head=" + one)
                    .order(Design.Order.ALTERNATING)
                    .windows(1)
                    .windowLength(ofMillis(300))
                    .trials(2));

            assertThat(run.variant("head")).isNotSlowerThan(run.variant("base"));
        }
    }

    static final class Nowhere {
        @Ralbench(url = "http://127.0.0.1:1/", users = 2, duration = "1s")
        void isNotThere() {}
    }

    private Events run(Class<?> type, String method) {
        var parameters = Stream.of(type.getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .flatMap(each -> Stream.of(each.getParameterTypes()))
                .map(Class::getName)
                .collect(Collectors.joining(", "));
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter(Results.PARAMETER, results.toString())
                .selectors(selectMethod(type, method, parameters))
                .execute()
                .testEvents();
    }

    private void assertPasses(Class<?> type, String method) {
        run(type, method).assertStatistics(counts -> counts.started(1).succeeded(1));
    }

    /** The message of a test that fails by an assertion. */
    private String failure(Class<?> type, String method) {
        var events = run(type, method);
        events.assertStatistics(counts -> counts.started(1).failed(1));
        return events.failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .map(result -> result.getThrowable().orElseThrow())
                .map(why -> {
                    assertThat(why).isInstanceOf(AssertionError.class);
                    return why.getMessage();
                })
                .findFirst()
                .orElseThrow();
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(results)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    /** The line that names the result, as the end of a message. */
    private String details() throws IOException {
        assertThat(files()).hasSize(1);
        return "\nDetails: ralbench report " + Results.shown(files().getFirst());
    }

    @Test
    void figuresThatKeepTheirLimitsPass() throws IOException {
        assertPasses(Url.class, "holds");

        assertThat(files()).singleElement().satisfies(file -> {
            assertThat(file.getFileName().toString()).matches("\\d{8}T\\d{6}Z-Url\\.holds\\.json");
            assertThat(ResultFile.read(file).status()).isEqualTo(RunResult.Status.COMPLETE);
        });
    }

    @Test
    void aFigureThatBreaksItsLimitFailsWithItsValue() throws IOException {
        assertThat(failure(Url.class, "isTooSlow"))
                .matches("expected p50 at 2 users to be below 20 ms, but was \\d+(\\.\\d+)? ms"
                        + " \\(url: 1 trial, (valid\\)|suspect\\)(\n  .+)+)\nDetails: .*")
                .endsWith(details());
    }

    @Test
    void aFigureThatTooFewRequestsStateFails() throws IOException {
        assertThat(failure(Url.class, "hasTooFewRequests"))
                .startsWith("expected p99 at 2 users to be below 2 s, but there were too few requests to state it")
                .endsWith(details());
    }

    @Test
    void aLevelThatIsNotThereIsRefusedByThoseThatAre() throws IOException {
        assertThat(failure(Url.class, "hasNoSuchLevel"))
                .isEqualTo("url was not measured at level 3\nits levels: 2\nask for one of them" + details());
    }

    @Test
    void aServiceThatAnswersWrongFails() throws IOException {
        assertThat(failure(Url.class, "isBroken"))
                .startsWith("url could not be measured\nevery answer before the load was wrong: status 500\n")
                .endsWith(details());
    }

    @Test
    void aRunThatIsInvalidFailsWithItsReason() throws IOException {
        assertThat(failure(Url.class, "breaks"))
                .startsWith("the run is invalid, so none of its figures may be used\n  url: ")
                .contains(" % of ", " failed (at most 5.0 %)")
                .endsWith(details());
    }

    @Test
    void aServiceThatIsNotThereFails() {
        assertThat(failure(Nowhere.class, "isNotThere")).contains("http://127.0.0.1:1");
    }

    @Test
    void aNameWithoutAValueFails() throws IOException {
        assertThat(failure(Url.class, "namesNothing")).isEqualTo("""
                        http://127.0.0.1:{prot}/fast: {prot} stands for nothing
                        Url has no such field and no such method without parameters, and JUnit no such configuration parameter
                        add it, such as @LocalServerPort int prot, or correct the name""");
        assertThat(files()).isEmpty();
    }

    @Test
    void aRunThatIsNotAskedForFails() {
        assertThat(failure(Url.class, "asksForNothing"))
                .startsWith("@Ralbench of asksForNothing(RalbenchRun): it says");
    }

    @Test
    void aTestThatBuildsItsRequestsMeasuresEach() throws IOException {
        assertPasses(Url.class, "buildsItsRequest");

        assertThat(files()).hasSize(2);
    }

    @Test
    void limitsOfTheScenarioAreAssertedUnasked() throws IOException {
        assertThat(failure(Scenario.class, "isInAFile"))
                .startsWith("expected the scenario's limits to be kept, but\n  own at 2: p50 is not below 1 us; ")
                .doesNotContain("errors")
                .endsWith(details());
        assertThat(files().getFirst()).content().contains("http://127.0.0.1:${env:SERVICE_PORT}");
    }

    @Test
    void aHeadThatDoesTheSamePassesTheGate() {
        assertPasses(Pair.class, "doesNotDiffer");
    }

    @Test
    void aSlowerHeadFailsTheGate() throws IOException {
        assertThat(failure(Pair.class, "isSlower"))
                .startsWith(
                        "expected head not to be slower than base, but gate short fails:\n  FAIL: goodput@2 changed by −")
                .endsWith(details());
    }

    @Test
    void aSlowerHeadFailsItsMargin() throws IOException {
        assertThat(failure(Pair.class, "isSlowerThanTheMargin"))
                .startsWith(
                        "expected head not to be slower than base, but with a margin of 50 % on goodput gate short fails:\n"
                                + "  FAIL: goodput@2 changed by −")
                .contains("no less than the 25 % that matter")
                .endsWith(details());
    }

    @Test
    void tooFewPairsDecideNothing() throws IOException {
        assertThat(failure(Pair.class, "hasTooFewPairs"))
                .startsWith("expected head not to be slower than base, but gate pr cannot trust the run:\n")
                .contains("2 usable blocks, but the first look needs 6: 4 are missing")
                .endsWith(details());
    }

    /** The test's JVM goes on with other tests. */
    @Test
    void nothingOfRalbenchStaysBehind() {
        var properties = List.copyOf(System.getProperties().stringPropertyNames());
        var threads = Thread.getAllStackTraces().keySet();
        var handler = Thread.getDefaultUncaughtExceptionHandler();

        assertPasses(Url.class, "buildsItsRequest");

        assertThat(System.getProperties().stringPropertyNames().stream().filter(name -> !properties.contains(name)))
                .isSubsetOf(
                        "user.timezone", "io.netty.iouring.pollAddMultishotEnabled"); // the JDK's, and docs/junit.md
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(handler);
        assertThat(ProcessHandle.current().descendants()).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !threads.contains(thread) && !thread.isDaemon())
                        .filter(thread -> !endsBySelf(thread))
                        .map(Thread::getName))
                .isEmpty();
    }

    /** Netty's executor for what belongs to no event loop ends after a second without work. */
    private static boolean endsBySelf(Thread thread) {
        try {
            return thread.join(ofSeconds(20));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
