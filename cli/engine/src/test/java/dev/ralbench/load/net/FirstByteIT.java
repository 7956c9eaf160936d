package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.ralbench.Clock;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.TestTls;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server sends the head of each response after a known delay, and the rest after a further one: both are measured. */
@Alone
class FirstByteIT {
    private static final int USERS = 10;
    private static final int HEAD_AFTER_MILLIS = 100;
    private static final int REST_AFTER_MILLIS = 200;
    /** A server's timer may be a part of a millisecond early. */
    private static final double EARLY_MILLIS = 1.5;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void closeServer() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    static Stream<Arguments> connections() {
        return Stream.of(false, true)
                .flatMap(vertx -> Stream.of(false, true)
                        .flatMap(http2 -> Stream.of(false, true)
                                .flatMap(tls -> Stream.of(true, false)
                                        .map(keepAlive -> argumentSet(
                                                (vertx ? "vertx" : "netty")
                                                        + (http2 ? ", HTTP/2" : ", HTTP/1.1")
                                                        + (tls ? ", TLS" : "")
                                                        + (keepAlive ? "" : ", no keep-alive"),
                                                vertx,
                                                http2,
                                                tls,
                                                keepAlive)))));
    }

    private static SenderFactory sender(boolean ofVertx, boolean http2) {
        return ofVertx
                ? new VertxSenderFactory(Transport.best(), 2, http2, Clock.system())
                : new NettySenderFactory(Transport.best(), 2, Clock.system());
    }

    private ConnectionPlan serve(boolean tls, boolean keepAlive) throws Exception {
        var options = tls
                ? new HttpServerOptions()
                        .setSsl(true)
                        .setUseAlpn(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertValue(Buffer.buffer(TestTls.text("server.pem")))
                                .addKeyValue(Buffer.buffer(TestTls.text("server-key.pem"))))
                : new HttpServerOptions();
        HttpServer server = vertx.createHttpServer(options)
                .requestHandler(this::respondInParts)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        return new ConnectionPlan(
                URI.create((tls ? "https" : "http") + "://localhost:" + server.actualPort()),
                tls ? Optional.of(TestTls.trusting("ca")) : Optional.empty(),
                List.of(),
                keepAlive,
                SenderContract.PATIENCE);
    }

    private void respondInParts(HttpServerRequest request) {
        var response = request.response().putHeader("content-length", "4");
        vertx.setTimer(HEAD_AFTER_MILLIS, head -> {
            var sent = response.write("go");
            vertx.setTimer(REST_AFTER_MILLIS, rest -> {
                var ended = response.end("od");
            });
        });
    }

    private static Measurement run(SenderFactory senders, LoadShape shape, boolean http2, ConnectionPlan connections)
            throws Exception {
        var request = new RequestTemplate(
                "GET",
                "/parts",
                Map.of(),
                Optional.empty(),
                new Expectation(200, OptionalLong.of(4)),
                new Transfer(http2, false, Optional.empty()));
        return SenderContract.run(senders, shape, request, connections, Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("connections")
    void theHeadIsSeenWhenItComesAndTheResponseWhenItIsWhole(
            boolean ofVertx, boolean http2, boolean tls, boolean keepAlive) throws Exception {
        var measurement = run(
                sender(ofVertx, http2),
                new LoadShape.LoopsPerUser(USERS, 4, Duration.ZERO),
                http2,
                serve(tls, keepAlive));
        var requests = measurement.wholeRun().requests();
        var firstByte = requests.firstByte().orElseThrow();

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(requests.successful().count()).isEqualTo(USERS * 4);
        assertThat(firstByte.count()).isEqualTo(USERS * 4);
        assertThat(firstByte.minMillis().getAsDouble()).isGreaterThanOrEqualTo(HEAD_AFTER_MILLIS - EARLY_MILLIS);
        assertThat(requests.successful().minMillis().getAsDouble())
                .isGreaterThanOrEqualTo(HEAD_AFTER_MILLIS + REST_AFTER_MILLIS - EARLY_MILLIS);
        assertThat(median(requests.successful()) - median(firstByte))
                .as("between the head and the rest, in ms")
                .isGreaterThan(REST_AFTER_MILLIS / 2.0);
    }

    private static double median(LatencyDistribution times) {
        return times.percentileMillis(50).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("senders")
    void arrivalsWaitForAConnectionBeforeTheFirstByte(boolean ofVertx, boolean http2) throws Exception {
        var shape = new LoadShape.Open(new RateShape.Constant(30, Duration.ofSeconds(2)), Arrivals.even(), USERS / 2);
        var window = run(sender(ofVertx, http2), shape, http2, serve(false, true))
                .windows()
                .getFirst();
        var service = window.open().orElseThrow().service();
        var firstByte = window.requests().firstByte().orElseThrow();

        assertThat(firstByte.count())
                .isEqualTo(window.requests().successful().count())
                .isPositive();
        assertThat(firstByte.minMillis().getAsDouble()).isGreaterThanOrEqualTo(HEAD_AFTER_MILLIS - EARLY_MILLIS);
        assertThat(firstByte.maxMillis().getAsDouble())
                .as("five connections serve half of what is due")
                .isGreaterThan(service.maxMillis().getAsDouble());
        assertThat(median(window.requests().successful()) - median(firstByte))
                .as("between the head and the rest, in ms")
                .isGreaterThan(REST_AFTER_MILLIS / 2.0);
    }

    static Stream<Arguments> senders() {
        return Stream.of(false, true)
                .flatMap(vertx -> Stream.of(false, true)
                        .map(http2 -> argumentSet(
                                (vertx ? "vertx" : "netty") + (http2 ? ", HTTP/2" : ", HTTP/1.1"), vertx, http2)));
    }
}
