package dev.ralbench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.load.RequestBody;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.RawAnswer;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsSettings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.transport.Transport;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlClientIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ControlClient client = new ControlClient();

    @AfterEach
    void close() {
        client.close();
    }

    private Reply reply(Route route, Map<String, String> headers) throws Exception {
        try (var session = client.open(route, LIMIT)) {
            return session.send("GET", "/a{b}?c=%20d", headers, Optional.of(RequestBody.text("body")))
                    .get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private static Route route(URI url) {
        return new Route(url, Optional.empty(), Optional.empty());
    }

    @Test
    void aRequestGoesOutAsItIsWrittenWithNothingAdded() throws Exception {
        var received = new ConcurrentLinkedQueue<String>();
        try (var server = new FaultyServer((number, exchange) -> {
            received.add(exchange.requestLine());
            received.addAll(exchange.headers());
            exchange.send("HTTP/1.1 201 Created\r\nX-Mine: yes\r\nContent-Length: 5\r\n\r\nwhole");
        })) {
            var reply = reply(route(server.url()), Map.of("Host", "shop.example"));

            assertThat(reply.status()).isEqualTo(201);
            assertThat(reply.header("x-mine")).contains("yes");
            assertThat(reply.body()).asString().isEqualTo("whole");
            assertThat(received)
                    .map(line -> line.startsWith("GET") ? line : line.toLowerCase(Locale.ROOT))
                    .startsWith("GET /a{b}?c=%20d HTTP/1.1")
                    .containsOnlyOnce("host: shop.example")
                    .filteredOn(line -> line.contains(": "))
                    .allMatch(line -> List.of("host", "content-length").contains(line.split(":", -1)[0]));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyFormOfAnAnswerIsRead(RawAnswer answer) throws Exception {
        try (var server = new FaultyServer(answer::send);
                var session = client.open(route(server.url()), LIMIT)) {
            for (int i = 0; i < 3; i++) {
                var reply = session.send(answer.method(), "/", Map.of(), Optional.empty())
                        .get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
                assertThat(reply.status()).isEqualTo(answer.status());
                assertThat(reply.body()).hasSize((int) answer.bodyBytes());
                assertThat(session.status("/").get(LIMIT.toNanos(), TimeUnit.NANOSECONDS))
                        .isEqualTo(answer.status());
            }
        }
    }

    @Test
    void aRequestOnAConnectionThatWasClosedWhileIdleIsSentAgain() throws Exception {
        var served = ConcurrentHashMap.<Socket>newKeySet();
        try (var server = new FaultyServer((number, exchange) -> {
                    if (served.add(exchange.socket())) {
                        exchange.ok();
                    } else {
                        exchange.socket().close();
                    }
                });
                var session = client.open(route(server.url()), LIMIT)) {
            for (int i = 0; i < 3; i++) {
                assertThat(session.send("GET", "/", Map.of(), Optional.empty())
                                .get(LIMIT.toNanos(), TimeUnit.NANOSECONDS)
                                .status())
                        .isEqualTo(200);
            }
            assertThat(server.requests()).isEqualTo(5);
        }
    }

    /** Each part is of an answer that has begun: the server has had the request, and may have done what it asks for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nha",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
                "HTTP/1.1 103 Early Hints\r\n\r\n",
                "H"
            })
    void aRequestWhoseAnswerHasBegunIsNotSentAgain(String part) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
                    if (number == 1) {
                        exchange.send(part);
                        exchange.socket().close();
                    } else {
                        exchange.ok();
                    }
                });
                var session = client.open(route(server.url()), LIMIT)) {
            assertThat(get(session).status()).isEqualTo(200);
            assertThatThrownBy(() -> get(session)).hasCauseInstanceOf(NoReply.class);
            assertThat(server.requests()).isEqualTo(2);
            assertThat(server.connections()).isOne();
        }
    }

    /** The first answer ends its connection, so the second request is the first of a new one. */
    @Test
    void aLaterRequestOnANewConnectionIsSentOnce() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
                    if (number == 0) {
                        exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                    }
                    exchange.socket().close();
                });
                var session = client.open(route(server.url()), LIMIT)) {
            assertThat(get(session).status()).isEqualTo(200);
            assertThatThrownBy(() -> get(session)).hasCauseInstanceOf(NoReply.class);
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    /** A server that had worked on a request gave it up; it did not close an idle connection. */
    @Test
    void aRequestThatIsGivenUpLateIsNotSentAgain() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
                    if (number == 1) {
                        exchange.pause(ControlSession.LATEST_IDLE_CLOSE.plusMillis(100));
                        exchange.socket().close();
                    } else {
                        exchange.ok();
                    }
                });
                var session = client.open(route(server.url()), LIMIT)) {
            assertThat(get(session).status()).isEqualTo(200);
            assertThatThrownBy(() -> get(session)).hasCauseInstanceOf(NoReply.class);
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    private static Reply get(ControlSession session) throws Exception {
        return session.send("GET", "/", Map.of(), Optional.empty()).get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Test
    void aFirstRequestWithoutAnAnswerIsSentOnce() throws Exception {
        try (var server =
                new FaultyServer((number, exchange) -> exchange.socket().close())) {
            assertThatThrownBy(() -> reply(route(server.url()), Map.of())).hasCauseInstanceOf(NoReply.class);
            assertThat(server.requests()).isOne();
        }
    }

    @Test
    void anEmptyBodyHasALengthToo() throws Exception {
        var received = new ConcurrentLinkedQueue<String>();
        try (var server = new FaultyServer((number, exchange) -> {
                    exchange.headers().forEach(line -> received.add(line.toLowerCase(Locale.ROOT)));
                    exchange.ok();
                });
                var session = client.open(route(server.url()), LIMIT)) {
            session.send("POST", "/", Map.of(), Optional.of(RequestBody.text("")))
                    .get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        }
        assertThat(received).contains("content-length: 0");
    }

    @Test
    void anAddressOfVersion6IsReached() throws Exception {
        var hosts = new ConcurrentLinkedQueue<String>();
        try (var server = FaultyServer.ofVersion6((number, exchange) -> {
                    exchange.headers().stream()
                            .map(line -> line.toLowerCase(Locale.ROOT))
                            .filter(line -> line.startsWith("host:"))
                            .forEach(hosts::add);
                    exchange.ok();
                });
                var session = client.open(route(server.url()), LIMIT)) {
            assertThat(reply(route(server.url()), Map.of()).status()).isEqualTo(200);
            assertThat(session.status("/").get(LIMIT.toNanos(), TimeUnit.NANOSECONDS))
                    .isEqualTo(200);
            assertThat(hosts)
                    .hasSize(2)
                    .containsOnly("host: [::1]:" + server.url().getPort());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "my_service", "nowhere.invalid"})
    void theKnownAddressIsAskedWhateverTheNameMeans(String host) throws Exception {
        try (var server = FaultyServer.ofVersion6((number, exchange) -> exchange.ok())) {
            var named = route(URI.create("http://" + host + ":" + server.url().getPort()));
            assertThat(reply(named.at(InetAddress.getAllByName("::1")[0]), Map.of())
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void anAddressOfVersion6IsReachedByHttps() throws Exception {
        try (var server =
                FaultyServer.withTlsOfVersion6(TestTls.server("version-6"), (number, exchange) -> exchange.ok())) {
            var trusting = TlsClient.of(TestTls.trusting("version-6"));
            assertThat(reply(new Route(server.url(), Optional.empty(), Optional.of(trusting)), Map.of())
                            .status())
                    .isEqualTo(200);
            assertThat(TlsLook.at(
                            client,
                            new Route(
                                    server.url(),
                                    Optional.empty(),
                                    Optional.of(TlsClient.of(TlsSettings.insecureOnly())))))
                    .isPresent();
        }
    }

    @Test
    void aProxyAtAnAddressOfVersion6IsAsked() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        try (var proxy = FaultyServer.ofVersion6((number, exchange) -> {
            lines.add(exchange.requestLine());
            exchange.ok();
        })) {
            var route = new Route(URI.create("http://[::2]:81"), Optional.of(proxy.url()), Optional.empty());
            assertThat(reply(route, Map.of()).status()).isEqualTo(200);
            assertThat(lines).containsExactly("GET http://[::2]:81/a{b}?c=%20d HTTP/1.1");
        }
    }

    @Test
    void aHeaderOutsideOfAsciiIsSentInUtf8() throws Exception {
        var received = new ConcurrentLinkedQueue<String>();
        try (var server = new FaultyServer((number, exchange) -> {
            received.addAll(exchange.headers());
            exchange.ok();
        })) {
            assertThat(reply(route(server.url()), Map.of("X-Name", "Jürgen €")).status())
                    .isEqualTo(200);

            assertThat(received).contains("X-Name: J\u00c3\u00bcrgen \u00e2\u0082\u00ac"); // each byte as one character
        }
    }

    @Test
    void byHttp2TheHostIsTheAuthority() throws Exception {
        var vertx = ControlClient.startVertx(Transport.NIO, 1);
        try {
            HttpServer server = vertx.createHttpServer();
            server.requestHandler(request -> {
                var unused = request.response().end(request.version() + " " + request.authority());
            });
            var unused = server.listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
            var http2 =
                    route(URI.create("http://127.0.0.1:" + server.actualPort())).byHttp2();

            assertThat(reply(http2, Map.of("Host", "shop.example:81")).body())
                    .asString()
                    .isEqualTo("HTTP_2 shop.example:81");
        } finally {
            var unused = vertx.close();
        }
    }

    @Test
    @Disturbance(value = "a first answer larger than 16 MiB", then = "no memory is spent on it: it counts as none")
    void anEndlessBodyIsGivenUp() {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
            for (var part = "x".repeat(1 << 20); ; ) {
                exchange.send(part);
            }
        })) {
            assertThatThrownBy(() -> reply(route(server.url()), Map.of()))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(NoReply.class);
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThatThrownBy(() -> reply(route(URI.create("http://nowhere.invalid:1")), Map.of()))
                .hasMessageContaining("unknown host nowhere.invalid");
    }

    @Test
    void itCanBeUsedAgainAfterTheWarmUp() throws Exception {
        client.beginWarmUp();
        client.warmUp();
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            assertThat(reply(route(server.url()), Map.of()).status()).isEqualTo(200);
        }
    }

    /** Wherever the warm-up was at that moment. */
    @RepeatedTest(10)
    @Timeout(30)
    void aWarmUpEndsIfTheClientIsClosedMeanwhile(RepetitionInfo repetition) {
        var other = new ControlClient();
        other.beginWarmUp();
        for (int i = 0; i < repetition.getCurrentRepetition() * 1000; i++) {
            Thread.onSpinWait();
        }
        other.close();

        assertThatCode(other::warmUp).doesNotThrowAnyException();
    }
}
