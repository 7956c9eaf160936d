package dev.ralbench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.load.RequestBody;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.transport.Transport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ControlClientIT {
    private static final Duration LIMIT = Duration.ofSeconds(5);

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
                .hasRootCauseMessage("unknown host nowhere.invalid");
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
