package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects and proxies, which the second sender follows and goes through. */
class RedirectsIT {
    private static final Duration TIMEOUT = SenderContract.PATIENCE;
    private static final String REDIRECT = "HTTP/1.1 %d Elsewhere\r\nLocation: %s\r\nContent-Length: 3\r\n\r\nbye";
    private static final Transfer FOLLOWING = new Transfer(false, true, Optional.empty());

    private static SenderFactory senders() {
        return new VertxSenderFactory(Transport.best(), 1, false, Clock.system());
    }

    private static Measurement run(URI url, RequestTemplate request) throws Exception {
        return run(ConnectionPlan.to(url, TIMEOUT), request);
    }

    private static Measurement run(ConnectionPlan plan, RequestTemplate request) throws Exception {
        return SenderContract.run(
                senders(), new LoadShape.LoopsPerUser(2, 3, Duration.ZERO), request, plan, Duration.ZERO);
    }

    private static RequestTemplate get(Transfer transfer) {
        return get(transfer, "/a/first");
    }

    private static RequestTemplate get(Transfer transfer, String path) {
        return new RequestTemplate(
                "GET", path, Map.of(), Optional.empty(), new Expectation(200, OptionalLong.of(0)), transfer);
    }

    private static void redirect(FaultyServer.Exchange exchange, int status, String location) throws IOException {
        exchange.send(REDIRECT.formatted(status, location));
    }

    @Test
    void aRedirectWithinTheServerIsFollowedOnTheSameConnection() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().equals("GET /a/first HTTP/1.1")) {
                redirect(exchange, 302, "second?x=1");
            } else if (exchange.requestLine().equals("GET /a/second?x=1 HTTP/1.1")) {
                exchange.ok();
            } else {
                exchange.status(404);
            }
        })) {
            var measurement = run(server.url(), get(FOLLOWING));
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(server.requests()).isEqualTo(12);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void theFirstByteIsThatOfTheLastResponse() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().equals("GET /a/first HTTP/1.1")) {
                redirect(exchange, 302, "second");
            } else {
                exchange.pause(Duration.ofMillis(100));
                exchange.ok();
            }
        })) {
            var requests = run(server.url(), get(FOLLOWING)).wholeRun().requests();
            var firstByte = requests.firstByte().orElseThrow();
            assertThat(requests.count(Outcome.OK)).isEqualTo(6);
            assertThat(firstByte.count()).isEqualTo(6);
            assertThat(firstByte.minMillis().getAsDouble()).isGreaterThanOrEqualTo(99.9);
        }
    }

    @Test
    void aRedirectToAnotherServerIsFollowedThere() throws Exception {
        try (var there = new FaultyServer((number, exchange) -> exchange.ok());
                var here = new FaultyServer((number, exchange) -> redirect(exchange, 307, there.url() + "/x"))) {
            var measurement = run(here.url(), get(FOLLOWING));
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(there.requests()).isEqualTo(6);
            assertThat(there.connections()).isEqualTo(2);
        }
    }

    /** A body is that of the last response; all others are received as well. */
    @Test
    void theBytesOfBothServersCount() throws Exception {
        var last = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
        var sent = new AtomicLong();
        var received = new AtomicLong();
        try (var there = new FaultyServer((number, exchange) -> {
                    sent.addAndGet(exchange.headBytes());
                    exchange.send(last);
                });
                var here = new FaultyServer((number, exchange) -> {
                    var location = there.url() + "/x";
                    sent.addAndGet(exchange.headBytes());
                    received.addAndGet(
                            last.length() + REDIRECT.formatted(307, location).length());
                    redirect(exchange, 307, location);
                })) {
            var request = new RequestTemplate(
                    "GET", "/", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.of(5)), FOLLOWING);
            var measurement = run(here.url(), request);
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(SenderContract.transfer(measurement))
                    .isEqualTo(new WindowRequests.Transfer(6, 30, received.get(), sent.get()));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, Connection: close", "false, X-None: at all"})
    void aRedirectOnAConnectionThatClosesIsFollowedOnAnother(boolean keepAlive, String header) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().contains("/first")) {
                exchange.send(
                        "HTTP/1.1 302 Elsewhere\r\nLocation: /second\r\nContent-Length: 0\r\n" + header + "\r\n\r\n");
            } else {
                exchange.ok();
            }
        })) {
            var plan = new ConnectionPlan(server.url(), Optional.empty(), List.of(), keepAlive, TIMEOUT);
            var measurement = run(plan, get(FOLLOWING));
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(server.connections()).isEqualTo(12);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"//admin/x", "/a{b}|c^d?e=<f>", "/50%"})
    void thePathGoesOutAsItIsWrittenWhetherOrNotAUrlCouldHoldIt(String path) throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        try (var server = new FaultyServer((number, exchange) -> {
            lines.add(exchange.requestLine());
            if (number % 2 == 0) {
                redirect(exchange, 302, "/second");
            } else {
                exchange.ok();
            }
        })) {
            try (var sender = senders().open(ConnectionPlan.to(server.url(), TIMEOUT), get(FOLLOWING, path))) {
                var user = new SingleUser(sender);
                assertThat(user.open()).isEqualTo("connected");
                assertThat(user.send()).isEqualTo("ended OK ");
            }
            assertThat(lines).containsExactly("GET " + path + " HTTP/1.1", "GET /second HTTP/1.1");
        }
    }

    @Test
    void aSchemeInCapitalsIsTheSame() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().contains("/first")) {
                redirect(
                        exchange,
                        302,
                        "HTTP://" + exchange.socket().getLocalAddress().getHostAddress() + ":"
                                + exchange.socket().getLocalPort() + "/x");
            } else {
                exchange.ok();
            }
        })) {
            var measurement = run(server.url(), get(FOLLOWING));
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    /** The target's is of a name, the other is of an address. */
    @Test
    void trustInAnyCertificateIsForTheTargetAlone() throws Exception {
        try (var there =
                        FaultyServer.withTls(TestTls.server("other-host"), false, (number, exchange) -> exchange.ok());
                var here = FaultyServer.withTls(
                        TestTls.server("other-host"),
                        false,
                        (number, exchange) -> redirect(
                                exchange,
                                302,
                                "https://127.0.0.1:" + there.url().getPort() + "/"))) {
            var plan = new ConnectionPlan(
                    here.url(), Optional.of(TlsSettings.insecureOnly()), List.of(), true, SenderContract.PATIENCE);
            var measurement = run(plan, get(FOLLOWING));
            assertThat(measurement.failureDetails()).containsOnlyKeys("redirected: tls: certificate is not trusted");
            assertThat(there.requests()).isZero();
        }
    }

    @Test
    void theOwnCertificateIsShownToTheTargetAlone() throws Exception {
        try (var there = FaultyServer.withTls(TestTls.server("server"), true, (number, exchange) -> exchange.ok());
                var here = FaultyServer.withTls(
                        TestTls.server("server"),
                        true,
                        (number, exchange) -> redirect(
                                exchange,
                                302,
                                "https://127.0.0.1:" + there.url().getPort() + "/"))) {
            var plan = new ConnectionPlan(
                    here.url(), Optional.of(TestTls.withCertificate()), List.of(), true, SenderContract.PATIENCE);
            var measurement = run(plan, get(FOLLOWING));
            assertThat(here.requests()).isEqualTo(6);
            assertThat(there.requests()).isZero();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isZero();
        }
    }

    @Test
    void anotherServersCloseLeavesTheTargetsConnectionOpen() throws Exception {
        try (var there = new FaultyServer((number, exchange) ->
                        exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
                var here = new FaultyServer((number, exchange) -> redirect(exchange, 307, there.url() + "/x"))) {
            var measurement = run(here.url(), get(FOLLOWING));
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(here.connections()).isEqualTo(2);
            assertThat(there.connections()).isEqualTo(6);
        }
    }

    @Test
    @Disturbance(value = "a redirect to another server", then = "no header that carries a secret goes there")
    void aRedirectToAnotherServerTakesNoSecretAlong() throws Exception {
        var headers = Map.of(
                "Accept", TextTemplate.of("text/plain"),
                "Authorization", TextTemplate.of("Bearer one"),
                "Cookie", TextTemplate.of("session=two"),
                "Proxy-Authorization", TextTemplate.of("three"),
                "X-Api-Key", TextTemplate.of("four"),
                "X-Mine", TextTemplate.of("five"));
        var secrets = List.of("one", "two", "three", "four", "five");
        var request = new RequestTemplate(
                "GET",
                TextTemplate.of("/first"),
                headers,
                Optional.empty(),
                new Expectation(200, OptionalLong.of(0)),
                FOLLOWING,
                Set.of("X-Api-Key", "X-Mine"));
        var atHome = new ConcurrentLinkedQueue<String>();
        var elsewhere = new ConcurrentLinkedQueue<String>();
        try (var there = new FaultyServer((number, exchange) -> {
                    elsewhere.add(String.valueOf(exchange.headers()));
                    exchange.ok();
                });
                var here = new FaultyServer((number, exchange) -> {
                    atHome.add(String.valueOf(exchange.headers()));
                    redirect(
                            exchange,
                            302,
                            exchange.requestLine().contains("/first") ? "/second" : there.url() + "/third");
                })) {
            assertThat(run(here.url(), request).wholeRun().requests().count(Outcome.OK))
                    .isEqualTo(6);
        }

        assertThat(atHome)
                .hasSize(12)
                .allSatisfy(received -> assertThat(received).contains(secrets));
        assertThat(elsewhere)
                .hasSize(6)
                .allSatisfy(
                        received -> assertThat(received).contains("text/plain").doesNotContain(secrets));
    }

    @ParameterizedTest
    @CsvSource({"301, GET", "302, GET", "303, GET", "307, PUT", "308, PUT"})
    void whatIsAskedThereDependsOnTheStatus(int status, String method) throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        // Without a body, as the server does not read any.
        var first = status == 301 || status == 302 ? "POST" : "PUT";
        var request = new RequestTemplate(
                first, "/first", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.of(0)), FOLLOWING);
        try (var server = new FaultyServer((number, exchange) -> {
            lines.add(exchange.requestLine());
            if (exchange.requestLine().contains("/first")) {
                redirect(exchange, status, "/second");
            } else {
                exchange.ok();
            }
        })) {
            var measurement = run(server.url(), request);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(lines).contains(method + " /second HTTP/1.1");
        }
    }

    @Test
    void aCircleEndsWithTheEleventhResponse() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> redirect(exchange, 302, "/again"))) {
            var measurement = run(server.url(), get(FOLLOWING));
            assertThat(measurement.failureDetails()).containsOnlyKeys("status 302 after 10 redirects, the limit");
            assertThat(server.requests()).isEqualTo(6 * 11);
        }
    }

    @Test
    void withoutTheWishARedirectIsTheResponse() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> redirect(exchange, 302, "/again"))) {
            var measurement = run(server.url(), get(Transfer.PLAIN));
            assertThat(measurement.failureDetails()).containsOnlyKeys("status 302");
            assertThat(server.requests()).isEqualTo(6);
        }
    }

    @Test
    void aRedirectToAClosedPortIsAConnectFailure() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> redirect(exchange, 302, "http://127.0.0.1:1/"))) {
            var measurement = run(server.url(), get(FOLLOWING));
            assertThat(measurement.failureDetails()).containsOnlyKeys("redirected: connection refused");
        }
    }

    @Test
    void aProxyIsAskedForTheWholeUrl() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        try (var proxy = new FaultyServer((number, exchange) -> {
            lines.add(exchange.requestLine());
            exchange.ok();
        })) {
            var request = get(new Transfer(false, false, Optional.of(proxy.url())));
            var measurement = run(URI.create("http://shop.example:8080"), request);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(SenderContract.transfer(measurement).receivedBytes()).isEqualTo(6L * SenderContract.OK.length());
            assertThat(lines).containsOnly("GET http://shop.example:8080/a/first HTTP/1.1");
        }
    }

    @Test
    void aProxyAtAnAddressOfVersion6IsAskedForAnother() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        try (var proxy = FaultyServer.ofVersion6((number, exchange) -> {
            lines.add(exchange.requestLine());
            exchange.ok();
        })) {
            var request = get(new Transfer(false, false, Optional.of(proxy.url())));
            var measurement = run(URI.create("http://[::2]:8080"), request);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(lines).containsOnly("GET http://[::2]:8080/a/first HTTP/1.1");
        }
    }

    @Test
    void aRedirectLeadsFromAndToAnAddressOfVersion6() throws Exception {
        try (var there = FaultyServer.ofVersion6((number, exchange) -> exchange.ok());
                var here = FaultyServer.ofVersion6((number, exchange) -> {
                    if (exchange.requestLine().contains("/first")) {
                        redirect(exchange, 302, "second");
                    } else {
                        redirect(exchange, 302, there.url() + "/x");
                    }
                })) {
            var measurement = run(here.url(), get(FOLLOWING));
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(here.requests()).isEqualTo(12);
            assertThat(there.requests()).isEqualTo(6);
            assertThat(there.connections()).isEqualTo(2);
        }
    }

    @Test
    void interimAnswersOfOtherServersAreNotTheAnswer() throws Exception {
        try (var there = new FaultyServer((number, exchange) -> {
                    exchange.send("HTTP/1.1 102 Processing\r\n\r\n");
                    exchange.ok();
                });
                var here = new FaultyServer((number, exchange) -> redirect(exchange, 302, there.url() + "/x"))) {
            var measurement = run(here.url(), get(FOLLOWING));
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
        }
    }

    /** The proxy answers for the target once the tunnel stands: what matters is what it was asked for. */
    @Test
    void httpsGoesThroughATunnel() throws Exception {
        var asked = new ConcurrentLinkedQueue<String>();
        try (var target = FaultyServer.withTls(TestTls.server("server"), false, (number, exchange) -> exchange.ok());
                var proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> tunnel(proxy, asked));
            var request = get(
                    new Transfer(false, false, Optional.of(URI.create("http://127.0.0.1:" + proxy.getLocalPort()))));
            var plan = new ConnectionPlan(target.url(), Optional.of(TestTls.trusting("ca")), List.of(), true, TIMEOUT);
            var measurement = run(plan, request);
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
            assertThat(asked)
                    .containsExactly(
                            "CONNECT localhost:" + target.url().getPort() + " HTTP/1.1",
                            "CONNECT localhost:" + target.url().getPort() + " HTTP/1.1");
            assertThat(SenderContract.transfer(measurement).receivedBytes())
                    .as("without the answers to CONNECT")
                    .isEqualTo(6L * SenderContract.OK.length());
        }
    }

    private static void tunnel(ServerSocket proxy, ConcurrentLinkedQueue<String> asked) {
        try {
            while (true) {
                var client = proxy.accept();
                Thread.ofVirtual().start(() -> tunnel(client, asked));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private static void tunnel(Socket client, ConcurrentLinkedQueue<String> asked) {
        try (client) {
            var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1), 1);
            var line = in.readLine();
            asked.add(line);
            int port = Integer.parseInt(line.split("[: ]", -1)[2]);
            while (!in.readLine().isEmpty()) {
                // headers
            }
            try (var server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.getOutputStream().write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                var back = Thread.ofVirtual().start(() -> copy(server, client));
                copy(client, server);
                back.join();
            }
        } catch (IOException | InterruptedException gone) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(Socket from, Socket to) {
        try (to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // one side has closed
        }
    }
}
