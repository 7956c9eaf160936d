package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every sender must do by HTTP/2, by prior knowledge and by ALPN, against a server that speaks it. */
abstract class Http2Contract {
    static final Duration TIMEOUT = SenderContract.PATIENCE;
    static final Transfer HTTP_2 = new Transfer(true, false, Optional.empty());
    private static final LoadShape LOAD = new LoadShape.LoopsPerUser(5, 20, Duration.ZERO);

    /** Of a test's server: it tells of each frame that comes when it has ended the stream. Held, or it forgets its level. */
    private static final Logger SERVER = Logger.getLogger("io.netty.handler.codec.http2");

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong connections = new AtomicLong();

    @BeforeAll
    static void letServersBeQuiet() {
        SERVER.setLevel(Level.WARNING);
    }

    @AfterEach
    void closeServers() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    HttpServer serve(HttpServerOptions options, Handler<HttpServerRequest> handler) throws Exception {
        return serve("127.0.0.1", options, handler);
    }

    private HttpServer serve(String address, HttpServerOptions options, Handler<HttpServerRequest> handler)
            throws Exception {
        return vertx.createHttpServer(options)
                .connectionHandler(connection -> connections.incrementAndGet())
                .requestHandler(handler)
                .listen(0, address)
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    static HttpServerOptions withTls(boolean http2) {
        return new HttpServerOptions()
                .setSsl(true)
                .setUseAlpn(http2)
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(TestTls.text("server.pem")))
                        .addKeyValue(Buffer.buffer(TestTls.text("server-key.pem"))));
    }

    abstract SenderFactory senders();

    private static RequestTemplate request(Expectation expect) {
        return new RequestTemplate(
                "POST", "/there?a=1", Map.of("X-Mine", "yes"), Optional.of(RequestBody.text("hello")), expect, HTTP_2);
    }

    private Measurement run(URI url, Optional<TlsSettings> tls, RequestTemplate request) throws Exception {
        var plan = new ConnectionPlan(url, tls, List.of(), true, TIMEOUT);
        return SenderContract.run(senders(), LOAD, request, plan, Duration.ZERO);
    }

    static void echo(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            var said = request.version() + " " + request.method() + " " + request.uri() + " "
                    + request.getHeader("x-mine") + " " + body;
            var unused = request.response()
                    .putHeader("x-type", "application/json")
                    .setStatusCode(said.equals("HTTP_2 POST /there?a=1 yes hello") ? 200 : 400)
                    .end("{\"items\":[1,2,3]}");
        });
    }

    static URI url(HttpServer server, String scheme) {
        return URI.create(scheme + "://localhost:" + server.actualPort());
    }

    @Test
    void withoutTlsHttp2IsSpokenFromTheFirstByte() throws Exception {
        var server = serve(new HttpServerOptions(), Http2Contract::echo);
        var expect = new Expectation(200, OptionalLong.of(17), Map.of("items", 3L));

        var measurement = run(url(server, "http"), Optional.empty(), request(expect));

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(5);
        assertThat(connections).hasValue(5);
    }

    @Test
    void headersAndValuesAreExpected() throws Exception {
        var server = serve(new HttpServerOptions(), Http2Contract::echo);
        for (var type : List.of("application/json", "text/html")) {
            var expect = new Expectation(
                    Set.of(200),
                    Optional.empty(),
                    Map.of(),
                    Map.of("X-Type", type),
                    List.of(),
                    Map.of("/items/2", "3"),
                    Optional.empty());

            var measurement = run(url(server, "http"), Optional.empty(), request(expect));

            var failures = measurement.failureDetails();
            if (type.equals("text/html")) {
                assertThat(failures).containsOnly(Map.entry("header X-Type does not contain 'text/html'", 100L));
            } else {
                assertThat(failures).isEmpty();
            }
        }
    }

    /** The server says its settings at once, and acknowledges the client's: from the second request on nothing else moves. */
    @Test
    void everyFrameCounts() throws Exception {
        var server = serve(new HttpServerOptions(), Http2Contract::echo);
        try (var relay = new Relay(server.actualPort());
                var sender = senders()
                        .open(
                                ConnectionPlan.to(relay.url(), TIMEOUT),
                                request(new Expectation(200, OptionalLong.of(17))))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            Eventually.within(Duration.ofSeconds(10), relay::hasAcknowledgedSettings);
            long cameBefore = relay.toClient().length();
            long wentBefore = relay.toServer().length();

            assertThat(user.send()).isEqualTo("ended OK ");
            var bytes = user.bytes();

            assertThat(bytes.isAnswered()).isTrue();
            assertThat(bytes.body()).isEqualTo(17);
            assertThat(bytes.received()).isEqualTo(relay.toClient().length() - cameBefore);
            assertThat(bytes.sent()).isEqualTo(relay.toServer().length() - wentBefore);
        }
    }

    /** Stands between a client and a server on loopback, for one connection, and keeps what goes either way. */
    private static final class Relay implements AutoCloseable {
        /** A frame of settings without any, that says yes to the other side's. */
        private static final String ACKNOWLEDGED = "\0\0\0\4\1\0\0\0\0";

        private final ServerSocket entry = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final ByteArrayOutputStream toClient = new ByteArrayOutputStream();
        private final ByteArrayOutputStream toServer = new ByteArrayOutputStream();

        Relay(int port) throws IOException {
            Thread.ofVirtual().start(() -> {
                try (var client = entry.accept();
                        var server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    client.setTcpNoDelay(true);
                    server.setTcpNoDelay(true);
                    var back = Thread.ofVirtual().start(() -> copy(server, client, toClient));
                    copy(client, server, toServer);
                    back.join();
                } catch (IOException | InterruptedException gone) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        /** Kept before it is passed on: who has got it finds it here. */
        private static void copy(Socket from, Socket to, ByteArrayOutputStream seen) {
            var buffer = new byte[4096];
            try (to) {
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    seen.write(buffer, 0, n);
                    to.getOutputStream().write(buffer, 0, n);
                }
            } catch (IOException gone) {
                // one side has closed
            }
        }

        URI url() {
            return URI.create("http://localhost:" + entry.getLocalPort());
        }

        /** Each byte as one character. */
        String toClient() {
            return toClient.toString(StandardCharsets.ISO_8859_1);
        }

        String toServer() {
            return toServer.toString(StandardCharsets.ISO_8859_1);
        }

        boolean hasAcknowledgedSettings() {
            return toClient().contains(ACKNOWLEDGED) && toServer().contains(ACKNOWLEDGED);
        }

        @Override
        public void close() throws IOException {
            entry.close();
        }
    }

    @Test
    void bodiesAreExactAndWithoutTls() throws Exception {
        var server = serve(withTls(true), Http2Contract::echo);

        var measurement = run(
                url(server, "https"),
                Optional.of(TestTls.trusting("ca")),
                request(new Expectation(200, OptionalLong.of(17))));

        var bytes = SenderContract.transfer(measurement);
        assertThat(bytes.responses()).isEqualTo(100);
        assertThat(bytes.bodyBytes()).isEqualTo(1700);
        // A frame's head has nine bytes, and HPACK needs some for the response's.
        assertThat(bytes.receivedBytes()).isBetween(100L * (17 + 9 + 9 + 1), 100L * (17 + 9 + 9 + 40));
        assertThat(bytes.sentBytes()).isBetween(100L * (5 + 9 + 9 + 1), 100L * (5 + 9 + 9 + 120));
    }

    /**
     * Answers with each status in turn, the last of them final.
     *
     * @param last further headers of that one
     */
    private static Channel answering(EventLoopGroup group, List<Integer> statuses, Map<String, String> last)
            throws Exception {
        return new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        var settings = Http2Settings.defaultSettings().maxHeaderListSize(1 << 20);
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(settings)
                                        .encoderIgnoreMaxHeaderListSize(true)
                                        .build())
                                .addLast(new SimpleChannelInboundHandler<Http2HeadersFrame>() {
                                    @Override
                                    protected void channelRead0(
                                            ChannelHandlerContext context, Http2HeadersFrame frame) {
                                        for (int i = 0; i < statuses.size(); i++) {
                                            boolean isLast = i == statuses.size() - 1;
                                            var headers =
                                                    new DefaultHttp2Headers().status(String.valueOf(statuses.get(i)));
                                            if (isLast) {
                                                last.forEach(headers::set);
                                            }
                                            var unused = context.write(new DefaultHttp2HeadersFrame(headers, isLast)
                                                    .stream(frame.stream()));
                                        }
                                        context.flush();
                                    }
                                });
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
    }

    private void assertAnswered(String method, List<Integer> statuses, Map<String, String> last) throws Exception {
        var group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            var server = answering(group, statuses, last);
            var url = URI.create("http://127.0.0.1:" + ((InetSocketAddress) server.localAddress()).getPort());
            var request = new RequestTemplate(
                    method,
                    "/",
                    Map.of(),
                    Optional.empty(),
                    new Expectation(statuses.getLast(), OptionalLong.of(0)),
                    HTTP_2);

            var measurement = run(url, Optional.empty(), request);

            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
            assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(5);
            try (var client = new ControlClient();
                    var session = client.open(new Route(url, Optional.empty(), Optional.empty()).byHttp2(), TIMEOUT)) {
                assertThat(session.send(method, "/", Map.of(), Optional.empty())
                                .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                                .status())
                        .isEqualTo(statuses.getLast());
                assertThat(session.status("/").get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(statuses.getLast());
            }
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 102, 103, 104, 199})
    void interimAnswersAreNotTheAnswer(int status) throws Exception {
        assertAnswered("GET", List.of(status, status, 200), Map.of());
        assertAnswered("POST", List.of(status, 204), Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 304})
    void responsesToHeadHaveNoBodyAfterAnInterimAnswerToo(int status) throws Exception {
        assertAnswered("HEAD", List.of(103, status), Map.of("content-length", "5"));
    }

    @Test
    void aLargeHeadIsRead() throws Exception {
        assertAnswered("GET", List.of(200), Map.of("x-large", "a".repeat(60_000)));
    }

    @Test
    void anAddressOfVersion6IsReached() throws Exception {
        var server = serve("::1", new HttpServerOptions(), request -> {
            boolean isRight = request.authority().toString().startsWith("[::1]:");
            var unused = request.response().setStatusCode(isRight ? 200 : 400).end();
        });

        var measurement = run(
                URI.create("http://[::1]:" + server.actualPort()),
                Optional.empty(),
                request(new Expectation(200, OptionalLong.of(0))));

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
    }

    @Test
    void theHostHeaderIsTheAuthority() throws Exception {
        var server = serve(new HttpServerOptions(), request -> {
            boolean isRight = request.authority().toString().equals("shop.example")
                    && !request.headers().contains("host");
            var unused = request.response().setStatusCode(isRight ? 200 : 400).end();
        });
        assertAllAnswered(url(server, "http"), Map.of("Host", "shop.example"));
    }

    private void assertAllAnswered(URI url, Map<String, String> headers) throws Exception {
        var request = new RequestTemplate(
                "GET", "/", headers, Optional.empty(), new Expectation(200, OptionalLong.of(0)), HTTP_2);

        var measurement = run(url, Optional.empty(), request);

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
    }

    @Test
    void aHeaderOutsideOfAsciiIsSentInUtf8() throws Exception {
        var server = serve(new HttpServerOptions(), request -> {
            boolean isRight = "J\u00c3\u00bcrgen \u00e2\u0082\u00ac".equals(request.getHeader("x-name"));
            var unused = request.response().setStatusCode(isRight ? 200 : 400).end();
        });
        assertAllAnswered(url(server, "http"), Map.of("X-Name", "Jürgen €"));
    }

    @Test
    void aRequestThatIsGivenUpAfterAGoodbyeTakesItsConnectionAlong() throws Exception {
        var said = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        var server = serve(new HttpServerOptions(), request -> {
            request.connection().closeHandler(gone -> closed.countDown());
            request.connection().shutdown(60, TimeUnit.SECONDS);
            request.connection().ping(Buffer.buffer("said bye")).onSuccess(answer -> said.countDown());
        });
        var expect = new Expectation(200, OptionalLong.empty());
        try (var sender = senders().open(ConnectionPlan.to(url(server, "http"), TIMEOUT), request(expect))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            user.sendOnly();
            assertThat(said.await(10, TimeUnit.SECONDS)).isTrue();
            user.giveUp();
            assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** More than a connection takes before its server has to wait, several times over. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeBodiesComeAsAWhole(boolean tls) throws Exception {
        int length = 10 << 20;
        var server = serve(tls ? withTls(true) : new HttpServerOptions(), request -> {
            var unused = request.response().end(Buffer.buffer(new byte[length]));
        });
        var measurement = SenderContract.run(
                senders(),
                new LoadShape.LoopsPerUser(2, 6, Duration.ZERO),
                new RequestTemplate(
                        "GET", "/", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.of(length)), HTTP_2),
                new ConnectionPlan(
                        url(server, tls ? "https" : "http"),
                        tls ? Optional.of(TestTls.trusting("ca")) : Optional.empty(),
                        List.of(),
                        true,
                        TIMEOUT),
                Duration.ZERO);

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(12);
        assertThat(connections).hasValue(2);
    }

    /** More than a server takes before it has read some of it: 64 KiB of a stream and of the connection. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 4097, 16_384, 16_385, 65_535, 65_536, 1_000_000})
    void bodiesOfRequestsComeAsAWhole(int bytes) throws Exception {
        var server = serve(
                new HttpServerOptions(),
                request -> request.body().onSuccess(body -> {
                    boolean isRight = body.length() == bytes
                            && request.getHeader("content-length").equals(String.valueOf(bytes))
                            && body.getByte(bytes - 1) == 'x';
                    var unused = request.response()
                            .setStatusCode(isRight ? 200 : 400)
                            .end();
                }));
        var request = new RequestTemplate(
                "PUT",
                "/",
                Map.of(),
                Optional.of(RequestBody.text("x".repeat(bytes))),
                new Expectation(200, OptionalLong.of(0)),
                HTTP_2);

        var measurement = run(url(server, "http"), Optional.empty(), request);

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        assertThat(connections).hasValue(5);
    }

    @Test
    void withoutKeepAliveEachRequestHasAConnectionOfItsOwn() throws Exception {
        var server = serve(new HttpServerOptions(), Http2Contract::echo);
        var once = new ConnectionPlan(url(server, "http"), Optional.empty(), List.of(), false, TIMEOUT);

        var measurement = SenderContract.run(
                senders(),
                new LoadShape.LoopsPerUser(5, 3, Duration.ZERO),
                request(new Expectation(200, OptionalLong.of(17))),
                once,
                Duration.ZERO);

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(15);
        assertThat(connections).hasValue(15);
    }

    @Test
    void aCompressedBodyIsLookedInto() throws Exception {
        var server = serve(new HttpServerOptions().setCompressionSupported(true), Http2Contract::echo);
        var expect = new Expectation(200, OptionalLong.empty(), Map.of("items", 3L));
        var request = new RequestTemplate(
                "POST",
                "/there?a=1",
                Map.of("X-Mine", "yes", "Accept-Encoding", "gzip"),
                Optional.of(RequestBody.text("hello")),
                expect,
                HTTP_2);

        var measurement = run(url(server, "http"), Optional.empty(), request);

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
    }

    @Test
    void overTlsHttp2IsNegotiated() throws Exception {
        var server = serve(withTls(true), Http2Contract::echo);

        var measurement = run(
                url(server, "https"),
                Optional.of(TestTls.trusting("ca")),
                request(new Expectation(200, OptionalLong.empty())));

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        assertThat(connections).hasValue(5);
    }

    @Test
    void aServerThatAgreesOnHttp1OnlyIsAConnectFailure() throws Exception {
        var server = serve(withTls(false), Http2Contract::echo);

        var measurement = SenderContract.run(
                senders(),
                new LoadShape.LoopsPerUser(2, 1, Duration.ZERO),
                request(new Expectation(200, OptionalLong.empty())),
                new ConnectionPlan(url(server, "https"), Optional.of(TestTls.trusting("ca")), List.of(), true, TIMEOUT),
                Duration.ZERO);

        assertThat(measurement.failureDetails()).containsOnlyKeys("server does not speak HTTP/2");
        assertThat(measurement.wholeRun().requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(2);
    }

    @Test
    void aServerOfHttp1WithoutTlsIsAConnectFailure() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.status(400))) {
            var sender = senders()
                    .open(
                            ConnectionPlan.to(server.url(), TIMEOUT),
                            request(new Expectation(200, OptionalLong.empty())));
            try (sender) {
                assertThat(new SingleUser(sender).open()).isEqualTo("connect failed: server does not speak HTTP/2");
            }
        }
    }

    @Test
    void aStreamThatTheServerResetsIsAFailureOfItsRequest() throws Exception {
        var server = serve(new HttpServerOptions(), request -> {
            var unused = request.response().reset(2);
        });

        var measurement =
                run(url(server, "http"), Optional.empty(), request(new Expectation(200, OptionalLong.empty())));

        assertThat(measurement.wholeRun().requests().count(Outcome.RESET)).isEqualTo(100);
        assertThat(measurement.failureDetails()).containsOnlyKeys("stream reset, code 2");
    }

    @Test
    void aServerThatSaysGoodbyeIsConnectedToAgainWithoutAFailure() throws Exception {
        var server = serve(new HttpServerOptions(), request -> {
            assertThat(request.version()).isEqualTo(HttpVersion.HTTP_2);
            request.connection().shutdown(5, TimeUnit.SECONDS);
            var unused = request.response().end("ok");
        });

        var measurement = run(url(server, "http"), Optional.empty(), request(new Expectation(200, OptionalLong.of(2))));

        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        assertThat(connections).hasValue(100);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEngineIsCalibratedByHttp2(boolean tls) throws Exception {
        var senders = senders();
        try (var server = senders.openCalibrationServer(tls)) {
            var measurement = SenderContract.run(
                    senders,
                    LOAD,
                    new RequestTemplate(
                            "POST",
                            "/70000",
                            Map.of(),
                            Optional.of(RequestBody.text(
                                    "x".repeat(40_000))), // some fill the window that a server begins with
                            new Expectation(200, OptionalLong.of(70_000)),
                            HTTP_2),
                    new ConnectionPlan(
                            server.url(),
                            tls ? Optional.of(TlsSettings.insecureOnly()) : Optional.empty(),
                            List.of(),
                            true,
                            TIMEOUT),
                    Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        }
    }
}
