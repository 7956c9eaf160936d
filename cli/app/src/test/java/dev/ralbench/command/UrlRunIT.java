package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.TestTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads without a file: nothing but a URL and options. */
class UrlRunIT {
    @TempDir
    private Path directory;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void respond(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.incrementAndGet();
        seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("X-Token") + " " + body);
        exchange.sendResponseHeaders(body.isEmpty() ? 200 : 201, -1);
        exchange.close();
    }

    private Measurement run(String path, String... options) {
        var file = directory.resolve("result.json");
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        var args = new ArrayList<>(List.of("run", url, "-o", file.toString()));
        args.addAll(List.of(options));
        var outcome = Shell.run(args.toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        try {
            assertThat(Files.readString(file)).doesNotContain("s3cret");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ResultFile.read(file).lastAttempts().getFirst().measurement().orElseThrow();
    }

    @Test
    void countedRequestsAreExactlyThese() {
        var level = run(
                        "/orders?x=1",
                        "-n",
                        "50",
                        "-u",
                        "2",
                        "--body",
                        "{}",
                        "-H",
                        "X-Token: s3cret",
                        "--status",
                        "201")
                .levels()
                .toList()
                .getFirst();

        assertThat(level.requests().ended()).isEqualTo(50);
        assertThat(level.requests().failed()).isZero();
        assertThat(seen).contains("POST /orders?x=1 s3cret {}");
    }

    @Test
    void aReportOfTheResultIsWhatTheRunPrinted() throws IOException {
        var file = directory.resolve("result.json");
        var table = directory.resolve("table.txt");
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/orders";

        var run = Shell.run("run", url, "-n", "50", "-u", "2", "-o", file.toString(), "-o", table.toString());
        var report = Shell.run("report", file.toString());

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(report.out()).isEqualTo(run.out());
        assertThat(run.out()).startsWith(Files.readString(table).strip());
    }

    /** A mistake in a URL shows at once, not after seconds of preparation. */
    @Test
    void nothingIsCalibratedForAUrlThatDoesNotAnswer() {
        var file = directory.resolve("result.json");

        var outcome = Shell.run("run", "http://127.0.0.1:1/orders", "-n", "50", "-u", "2", "-o", file.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err())
                .contains("no service answers at http://127.0.0.1:1", "start the service first, or correct the URL")
                .doesNotContain("calibrating");
        assertThat(file).doesNotExist();
    }

    @Test
    void wrongResponsesBeforeTheLoadAreNotLoaded() {
        var file = directory.resolve("result.json");
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/orders";
        var args =
                new ArrayList<>(List.of("run", url, "-n", "50", "-u", "2", "--status", "404", "-o", file.toString()));

        var outcome = Shell.run(args.toArray(String[]::new));

        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.out())
                .contains("every answer before the load was wrong: status 200")
                .doesNotContain("invalid");
        assertThat(outcome.err()).contains("GET " + url, "--keep-going");
        assertThat(requests.get()).isLessThan(10);

        args.set(args.size() - 1, directory.resolve("other.json").toString());
        args.add("--keep-going");
        assertThat(Shell.run(args.toArray(String[]::new)).exit()).isEqualTo(ExitCode.INVALID.code());
        assertThat(requests.get()).isGreaterThan(50);
    }

    /** Its own log says why; the load would only say that requests fail. */
    @Test
    @Disturbance(value = "a service of a URL that cuts each answer short", then = "no load, exit 7")
    void answersThatAreCutShortAreNotLoaded() {
        try (var broken = new FaultyServer((number, exchange) -> {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc");
            exchange.socket().close();
        })) {
            var outcome = Shell.run(
                    "run",
                    broken.url() + "/orders",
                    "-n",
                    "50",
                    "-u",
                    "2",
                    "-o",
                    directory.resolve("r.json").toString());

            assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.out() + outcome.err())
                    .contains("no answer before the load was whole: the connection was closed", "--keep-going");
            assertThat(broken.requests()).isLessThan(20);
        }
    }

    @Test
    @Disturbance(value = "the service of a URL ends in the load", then = "the load ends, exit 7, the time is named")
    void aServiceThatRefusesConnectionsIsNamed() {
        var file = directory.resolve("r.json");
        var ending = new AtomicReference<@Nullable FaultyServer>();
        try (var mortal = new FaultyServer((number, exchange) -> {
            if (number > 500) {
                Optional.ofNullable(ending.get()).ifPresent(FaultyServer::close);
            } else {
                exchange.ok();
            }
        })) {
            ending.set(mortal);

            var outcome = Shell.run("run", mortal.url() + "/orders", "-d", "40s", "-u", "2", "-o", file.toString());

            assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.out() + outcome.err())
                    .contains("the target refused connections from", "nothing listens at " + mortal.url());
            assertThat(ResultFile.read(file)
                            .trials()
                            .getFirst()
                            .measurement()
                            .orElseThrow()
                            .stoppedEarly())
                    .as("the rest of the load was not sent")
                    .startsWith("the target refused connections from");
        }
    }

    @Test
    @Disturbance(
            value = "a service begins to fail in the load",
            then = "--abort-when ends the load, exit 7, its limit is named")
    void aServiceThatBeginsToFailIsLeftAlone() {
        var file = directory.resolve("r.json");
        try (var failing = failingAfter(500)) {
            var outcome = Shell.run(
                    "run",
                    failing.url() + "/",
                    "-d",
                    "60s",
                    "-u",
                    "2",
                    "--think",
                    "2ms",
                    "--abort-when",
                    "errors>5% for 2s",
                    "-o",
                    file.toString());

            assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.err()).contains("the load was aborted: errors of ", ", limit 5 %, in the 2 s up to ");
        }
        var trial = ResultFile.read(file).trials().getFirst();
        assertThat(trial.status()).isEqualTo(TrialResult.Status.BEYOND_LIMIT);
        assertThat(trial.counts()).isFalse();
        var measured = trial.measurement().orElseThrow();
        assertThat(measured.stoppedEarly()).startsWith("aborted: errors of ");
        assertThat(measured.wholeRun().requests().count(Outcome.UNEXPECTED_STATUS))
                .isGreaterThanOrEqualTo(10);
        assertThat(measured.wholeRun().requests().count(Outcome.OK))
                .as("what was measured is kept")
                .isBetween(490L, 500L);
        assertThat(measured.wholeRun().lengthSeconds()).isLessThan(50);
    }

    /** Only head fails, so it is the build: the run goes on with base, and the gate has decided after one block. */
    @Test
    void aHeadThatIsAbortedFailsItsGate() throws IOException {
        var scenario = directory.resolve("shop.yaml");
        var gate = directory.resolve("gate.yaml");
        var file = directory.resolve("r.json");
        try (var good = new FaultyServer((number, exchange) -> exchange.ok());
                var bad = failingAfter(200)) {
            Files.writeString(scenario, """
                    schema: 1
                    name: shop
                    request: { path: / }
                    variants:
                      base: { target: { url: "%s" } }
                      head: { target: { url: "%s" } }
                    load:
                      closed: { sequence: [{ constant: { users: 2, hold: 4s } }, { constant: { users: 3, hold: 2s } }] }
                      think: 2ms
                      abortWhen: { errors: ">5%%", p99: ">30s", for: 2s }
                    """.formatted(good.url(), bad.url()));
            Files.writeString(gate, """
                    version: 1
                    gate: g
                    design: { shape: sequential, pairs: { looks: [7] } }
                    relative:
                      - { metric: goodput, material: 30%, tolerate: 60% }
                    """);

            var outcome = Shell.run("run", scenario.toString(), "--gate", gate.toString(), "-o", file.toString());

            assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.REGRESSION.code());
            assertThat(outcome.err())
                    .contains("head went beyond the limits of load.abortWhen in 1 block, base in none")
                    .contains("the load was aborted: errors of ");
        }
        var trials = ResultFile.read(file).trials();
        assertThat(trials).extracting(trial -> trial.id().block()).containsOnly(1);
        for (var trial : trials) {
            boolean isHead = trial.id().variant().equals("head");
            assertThat(trial.status())
                    .isEqualTo(isHead ? TrialResult.Status.BEYOND_LIMIT : TrialResult.Status.COMPLETE);
            assertThat(trial.measurement().orElseThrow().windows())
                    .as("a level that the load did not get to is absent")
                    .hasSize(isHead ? 1 : 2);
        }
    }

    private static FaultyServer failingAfter(int good) {
        return new FaultyServer((number, exchange) -> {
            if (number > good) {
                exchange.status(500);
            } else {
                exchange.ok();
            }
        });
    }

    @Test
    void aPortThatSpeaksHttpsIsNamed() {
        try (var secure = FaultyServer.withTls(TestTls.server("server"), false, (number, exchange) -> exchange.ok())) {
            var outcome = Shell.run("run", "http://localhost:" + secure.url().getPort() + "/", "-n", "5", "-u", "1");

            assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.err()).contains("speaks https, not http", "write https:// in the URL");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aServiceThatWantsATokenGetsTheOptionNamed(int status) {
        try (var closed = new FaultyServer((number, exchange) -> exchange.status(status))) {
            var outcome = Shell.run(
                    "run",
                    closed.url() + "/",
                    "-n",
                    "5",
                    "-u",
                    "1",
                    "-o",
                    directory.resolve("r.json").toString());

            assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.err()).contains("-H 'Authorization: Bearer ${env:TOKEN}'");
        }
    }

    @Test
    void aRedirectIsNamedAndFollowedIfWanted() {
        try (var other = new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().contains("/first")) {
                exchange.send("HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n");
            } else {
                exchange.ok();
            }
        })) {
            var args = new ArrayList<>(List.of(
                    "run",
                    other.url() + "/first",
                    "-n",
                    "5",
                    "-u",
                    "1",
                    "-o",
                    file("refused.json").toString()));
            var refused = Shell.run(args.toArray(String[]::new));

            assertThat(refused.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(refused.out()).contains("every answer before the load was wrong: status 302");
            assertThat(refused.err())
                    .contains("it leads to /second", "follow redirects with --follow, or by request.followRedirects");

            args.set(args.size() - 1, file("followed.json").toString());
            args.add("-L");
            assertThat(Shell.run(args.toArray(String[]::new)).exit()).isZero();
        }
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    @Test
    void requestsThatAreSentAgainAreNotedAndNoFailures() {
        var served = ConcurrentHashMap.<Socket>newKeySet();
        try (var other = FaultyServer.ofVersion6((number, exchange) -> {
            if (served.add(exchange.socket())) {
                exchange.ok();
            } else {
                exchange.socket().close();
            }
        })) {
            var file = file("result.json");
            var outcome = Shell.run("run", other.url() + "/", "-n", "10", "-u", "1", "-o", file.toString());

            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(outcome.out().replaceAll("\\s+", " "))
                    .contains("9 requests were sent again because the server had closed the idle connection")
                    .contains("the server had closed the idle connection of 90.0 % of the requests (at most 1.0 %)")
                    .contains("(at most 1.0 %); let the server keep idle connections longer than they are idle here")
                    .contains("or lower the think time (--details)")
                    .doesNotContain("failed requests:");
            assertThat(Shell.run("report", file.toString(), "--details").out().replaceAll("\\s+", " "))
                    .contains("(keep-alive timeout), or lower the think time");
            var measurement = ResultFile.read(file)
                    .lastAttempts()
                    .getFirst()
                    .measurement()
                    .orElseThrow();
            assertThat(measurement.failureDetails()).isEqualTo(Map.of(Measurement.RESENT, 9L));
        }
    }

    @Test
    void requestsArriveAtARate() {
        var level = run("/", "--rate", "40", "-d", "1s").levels().toList().getFirst();

        assertThat(level.open()).isPresent();
        assertThat(level.requests().ended()).isBetween(38L, 40L); // the last one may be in flight at the end
        assertThat(seen).contains("GET / null ");
    }
}
