package dev.ralbench.load.net;

import static dev.ralbench.load.net.FrameServer.ACK;
import static dev.ralbench.load.net.FrameServer.CONTINUATION;
import static dev.ralbench.load.net.FrameServer.DATA;
import static dev.ralbench.load.net.FrameServer.END_HEADERS;
import static dev.ralbench.load.net.FrameServer.END_STREAM;
import static dev.ralbench.load.net.FrameServer.HEADERS;
import static dev.ralbench.load.net.FrameServer.PADDED;
import static dev.ralbench.load.net.FrameServer.PING;
import static dev.ralbench.load.net.FrameServer.PRIORITY;
import static dev.ralbench.load.net.FrameServer.PUSH_PROMISE;
import static dev.ralbench.load.net.FrameServer.RST_STREAM;
import static dev.ralbench.load.net.FrameServer.SETTINGS;
import static dev.ralbench.load.net.FrameServer.WINDOW_UPDATE;
import static dev.ralbench.load.net.FrameServer.WITH_PRIORITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.net.FrameServer.Peer;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsLibrary;
import dev.ralbench.tls.TlsSettings;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemTrustOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lean sender keeps the contract of HTTP/2, and understands each frame that a server may send. */
@Alone
class Http2IT extends Http2Contract {
    private static final RequestTemplate GET = asking("GET", 200);
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int HEADER_TABLE_SIZE = 1;
    private static final int MAX_CONCURRENT_STREAMS = 3;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final byte[] NOTHING = {};

    @Override
    SenderFactory senders() {
        return by(Transport.best(), Optional.empty());
    }

    private static SenderFactory by(Transport transport, Optional<TlsLibrary> library) {
        return new NettySenderFactory(transport, 2, Clock.system(), Optional.empty(), library, true);
    }

    private static RequestTemplate asking(String method, int status) {
        return new RequestTemplate(
                method,
                "/a",
                Map.of("X-Mine", "yes"),
                Optional.empty(),
                new Expectation(status, OptionalLong.empty()),
                HTTP_2);
    }

    private static RequestTemplate sending(int bytes) {
        return new RequestTemplate(
                "PUT",
                "/a",
                Map.of(),
                Optional.of(RequestBody.text("x".repeat(bytes))),
                new Expectation(200, OptionalLong.empty()),
                HTTP_2);
    }

    private RequestSender to(FrameServer server, RequestTemplate request) {
        return senders().open(ConnectionPlan.to(server.url(), TIMEOUT), request);
    }

    /** Connected, to a server that says no settings of its own; the script goes on from there. */
    private void assertEvents(RequestTemplate request, FrameServer.Script script, String... events) throws Exception {
        try (var server = new FrameServer((number, peer) -> {
                    script.run(number, peer.greet());
                    peer.awaitEnd();
                });
                var sender = to(server, request)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            var seen = new ArrayList<String>();
            for (int i = 0; i < events.length; i++) {
                seen.add(i == 0 || seen.getLast().startsWith("ended") ? user.send() : user.next());
            }
            assertThat(seen).containsExactly(events);
            assertThat(user.events()).isEmpty();
            assertThat(user.strays()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ralbench.load.net.NettySenderIT#transports")
    void everyTransportSpeaksIt(Transport transport) throws Exception {
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet();
                    peer.ok(peer.request().stream(), "ok");
                    peer.ok(peer.request().stream(), "ok");
                });
                var sender = by(transport, Optional.empty()).open(ConnectionPlan.to(server.url(), TIMEOUT), GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.send()).isEqualTo("ended OK ");
        }
    }

    /** BoringSSL does not load everywhere. */
    @Test
    void theJdkNegotiatesItAsWell() throws Exception {
        var byJdk = by(Transport.best(), Optional.of(TlsLibrary.JDK));
        try (var server = senders().openCalibrationServer(true);
                var sender = byJdk.open(
                        new ConnectionPlan(
                                server.url(), Optional.of(TlsSettings.insecureOnly()), List.of(), true, TIMEOUT),
                        GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
        }
    }

    /** The second request refers to the table that the first has filled. */
    @Test
    void everyRequestOfAConnectionHasTheSameHeaders() throws Exception {
        var seen = new CompletableFuture<List<FrameServer.Request>>();
        assertEvents(
                GET,
                (number, peer) -> {
                    var requests = new ArrayList<FrameServer.Request>();
                    for (int i = 0; i < 3; i++) {
                        requests.add(peer.request());
                        peer.ok(requests.getLast().stream(), "ok");
                    }
                    seen.complete(requests);
                },
                "ended OK ",
                "ended OK ",
                "ended OK ");
        var requests = seen.get(10, TimeUnit.SECONDS);
        assertThat(requests).extracting(FrameServer.Request::stream).containsExactly(1, 3, 5);
        assertThat(requests).extracting(FrameServer.Request::isEnd).containsOnly(true);
        assertThat(requests.getFirst().headers())
                .matches("(?s):authority: localhost:[0-9]+\n:method: GET\n:path: /a\n:scheme: http\nx-mine: yes");
        assertThat(requests)
                .extracting(FrameServer.Request::headers)
                .containsOnly(requests.getFirst().headers());
        assertThat(requests.getLast().block().length).isLessThan(8);
    }

    /** RFC 7541, 4.2: the next headers say that the table has shrunk. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServerWithASmallTableGetsHeadersThatNeedNone(boolean fromTheBeginning) throws Exception {
        var seen = new CompletableFuture<List<FrameServer.Request>>();
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet(fromTheBeginning ? new int[] {HEADER_TABLE_SIZE, 0} : new int[0]);
                    if (!fromTheBeginning) {
                        peer.ok(peer.request().stream(), "ok");
                        peer.settings(HEADER_TABLE_SIZE, 100);
                        peer.next(SETTINGS); // acknowledges them
                    }
                    peer.tableSize(fromTheBeginning ? 0 : 100);
                    var requests = new ArrayList<FrameServer.Request>();
                    for (int i = 0; i < 3; i++) {
                        requests.add(peer.request());
                        peer.ok(requests.getLast().stream(), "ok");
                    }
                    seen.complete(requests);
                });
                var sender = to(server, GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            for (int i = 0; i < (fromTheBeginning ? 3 : 2); i++) {
                assertThat(user.send()).isEqualTo("ended OK ");
            }
            if (!fromTheBeginning) {
                assertThat(user.send()).isEqualTo("ended OK ");
                assertThat(user.send()).isEqualTo("ended OK ");
            }
            assertThat(seen.get(10, TimeUnit.SECONDS))
                    .extracting(FrameServer.Request::headers)
                    .allMatch(headers -> headers.endsWith("x-mine: yes"));
        }
    }

    @Test
    void framesThatSayNothingOfTheResponseAreUnderstood() throws Exception {
        var answer = new CompletableFuture<FrameServer.Frame>();
        assertEvents(
                GET,
                (number, peer) -> {
                    int stream = peer.request().stream();
                    peer.send(PING, 0, 0, "8 bytes.".getBytes(StandardCharsets.US_ASCII));
                    peer.send(PRIORITY, 0, stream, new byte[] {0, 0, 0, 0, 15});
                    peer.send(0x10, 0, stream, new byte[] {1, 2, 3}); // of no known type
                    peer.send(WINDOW_UPDATE, 0, 100);
                    peer.send(WINDOW_UPDATE, stream, 100);
                    peer.settings(MAX_CONCURRENT_STREAMS, 1);
                    answer.complete(peer.next(PING));
                    peer.ok(stream, "ok");
                    stream = peer.request().stream();
                    peer.send(WINDOW_UPDATE, stream - 2, 100); // of one that has ended
                    peer.send(RST_STREAM, stream - 2, CANCEL);
                    peer.ok(stream, "ok");
                },
                "ended OK ",
                "ended OK ");
        assertThat(answer.join().flags()).isEqualTo(ACK);
        assertThat(answer.join().payload()).asString(StandardCharsets.US_ASCII).isEqualTo("8 bytes.");
    }

    @Test
    void settingsAreAcknowledgedEachTime() throws Exception {
        var flags = new CompletableFuture<Integer>();
        assertEvents(
                GET,
                (number, peer) -> {
                    int stream = peer.request().stream();
                    assertThat(peer.others())
                            .filteredOn(frame -> frame.type() == SETTINGS && frame.flags() == ACK)
                            .hasSize(1);
                    peer.settings(INITIAL_WINDOW_SIZE, 1000);
                    flags.complete(peer.next(SETTINGS).flags());
                    peer.ok(stream, "ok");
                },
                "ended OK ");
        assertThat(flags.join()).isEqualTo(ACK);
    }

    @Test
    void theFormsOfAResponseAreRead() throws Exception {
        var expect = new Expectation(200, OptionalLong.of(4));
        assertEvents(
                new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect, HTTP_2),
                (number, peer) -> {
                    int stream = peer.request().stream();
                    var head = Peer.head(200, "content-length", "4");
                    peer.send(HEADERS, END_HEADERS | PADDED, stream, padded(head, 5));
                    peer.send(DATA, PADDED, stream, padded("bo".getBytes(StandardCharsets.US_ASCII), 200));
                    peer.send(DATA, END_STREAM | PADDED, stream, padded("dy".getBytes(StandardCharsets.US_ASCII), 0));

                    stream = peer.request().stream();
                    peer.send(HEADERS, END_HEADERS | WITH_PRIORITY, stream, joined(new byte[] {0, 0, 0, 0, 15}, head));
                    peer.send(DATA, END_STREAM, stream, "body".getBytes(StandardCharsets.US_ASCII));

                    stream = peer.request().stream();
                    peer.send(HEADERS, 0, stream, part(head, 0, 3));
                    peer.send(CONTINUATION, 0, stream, part(head, 3, 3));
                    peer.send(CONTINUATION, END_HEADERS, stream, part(head, 3, head.length));
                    peer.send(DATA, 0, stream, "body".getBytes(StandardCharsets.US_ASCII));
                    peer.send(DATA, END_STREAM, stream, NOTHING);

                    stream = peer.request().stream();
                    peer.send(HEADERS, END_HEADERS, stream, Peer.head(103, "link", "</a>"));
                    peer.send(HEADERS, END_HEADERS, stream, head);
                    peer.send(DATA, 0, stream, "body".getBytes(StandardCharsets.US_ASCII));
                    peer.send(HEADERS, END_HEADERS | END_STREAM, stream, Peer.trailers("x-trailer", "1"));
                },
                "ended OK ",
                "ended OK ",
                "ended OK ",
                "ended OK ");
    }

    private static byte[] padded(byte[] content, int padding) {
        return joined(joined(new byte[] {(byte) padding}, content), new byte[padding]);
    }

    private static byte[] joined(byte[] one, byte[] other) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(one);
        all.writeBytes(other);
        return all.toByteArray();
    }

    private static byte[] part(byte[] all, int from, int to) {
        return Arrays.copyOfRange(all, from, to);
    }

    @Test
    void aRequestWithLargeHeadersIsContinued() throws Exception {
        var large = "a".repeat(40_000);
        var request = new RequestTemplate(
                "GET",
                "/",
                Map.of("x-large", large),
                Optional.empty(),
                new Expectation(200, OptionalLong.empty()),
                HTTP_2);
        var seen = new CompletableFuture<String>();
        assertEvents(
                request,
                (number, peer) -> {
                    var first = peer.request();
                    peer.ok(first.stream(), "ok");
                    var second = peer.request();
                    peer.ok(second.stream(), "ok");
                    seen.complete(first.headers().equals(second.headers()) ? first.headers() : "not the same");
                },
                "ended OK ",
                "ended OK ");
        assertThat(seen.get(10, TimeUnit.SECONDS)).endsWith("x-large: " + large);
    }

    @Test
    void aBodyKeepsToTheWindowsOfTheServer() throws Exception {
        var lengths = new CompletableFuture<List<Integer>>();
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet(INITIAL_WINDOW_SIZE, 10);
                    int stream = peer.request().stream();
                    var seen = new ArrayList<Integer>();
                    seen.add(length(peer.next(DATA)));
                    peer.send(WINDOW_UPDATE, stream, 5);
                    seen.add(length(peer.next(DATA)));
                    peer.settings(INITIAL_WINDOW_SIZE, 4); // the stream's window is below 0 now
                    peer.send(WINDOW_UPDATE, stream, 7);
                    seen.add(length(peer.next(DATA)));
                    peer.settings(INITIAL_WINDOW_SIZE, 1 << 20); // that of the connection is left: 65,535 in all
                    int sum = 10 + 5 + 1;
                    while (sum < 65_535) {
                        sum += length(peer.next(DATA));
                    }
                    seen.add(sum);
                    peer.send(WINDOW_UPDATE, 0, 1);
                    seen.add(length(peer.next(DATA)));
                    peer.send(WINDOW_UPDATE, 0, 100_000);
                    var last = peer.next(DATA);
                    sum++;
                    while (last.flags() != END_STREAM) {
                        sum += length(last);
                        last = peer.next(DATA);
                    }
                    seen.add(sum + length(last));
                    lengths.complete(seen);
                    peer.ok(stream, "ok");
                });
                var sender = to(server, sending(100_000))) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
        }
        assertThat(lengths.join()).containsExactly(10, 5, 1, 65_535, 1, 100_000);
    }

    private static int length(FrameServer.Frame frame) {
        return frame.payload().length;
    }

    /** RFC 9113, 8.1: the client stops to send, and the connection serves on. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerBeforeTheBodyWasReadIsCounted(boolean resets) throws Exception {
        var error = new CompletableFuture<Integer>();
        assertEvents(
                sending(100_000),
                (number, peer) -> {
                    int stream = peer.request().stream();
                    peer.send(HEADERS, END_HEADERS | END_STREAM, stream, Peer.head(413));
                    if (resets) {
                        peer.send(RST_STREAM, stream, 0);
                    }
                    error.complete(peer.next(RST_STREAM).number());
                    peer.send(WINDOW_UPDATE, 0, 1 << 20);
                    stream = peer.request().stream();
                    peer.ok(stream, "ok");
                    peer.next(RST_STREAM);
                },
                "ended UNEXPECTED_STATUS status 413",
                "ended OK ");
        assertThat(error.join()).isEqualTo(CANCEL);
    }

    @Test
    void aStreamThatTheServerRefusesEndsAloneAndTheConnectionStays() throws Exception {
        assertEvents(
                GET,
                (number, peer) -> {
                    peer.send(RST_STREAM, peer.request().stream(), REFUSED_STREAM);
                    int stream = peer.request().stream();
                    peer.send(HEADERS, END_HEADERS, stream, Peer.head(200));
                    peer.send(DATA, 0, stream, "half".getBytes(StandardCharsets.US_ASCII));
                    peer.send(RST_STREAM, stream, CANCEL);
                    peer.ok(peer.request().stream(), "ok");
                },
                "ended RESET stream reset, code 7",
                "ended RESET stream reset, code 8",
                "ended OK ");
    }

    /** The server says that it has not worked on the request: as if it had closed the connection before. */
    @Test
    void aRequestThatAGoodbyeExcludesIsSentAgain() throws Exception {
        assertEvents(
                GET,
                (number, peer) -> {
                    int stream = peer.request().stream();
                    peer.ok(stream, "ok");
                    if (number == 0) {
                        peer.request();
                        peer.goAway(stream, 0);
                    }
                },
                "ended OK ",
                "resent",
                "ended OK ");
    }

    @ParameterizedTest
    @CsvSource({"0, closed before the response", "11, 'closed before the response: GOAWAY, code 11'"})
    void aFirstRequestThatAGoodbyeExcludesFails(int code, String words) throws Exception {
        assertEvents(
                GET,
                (number, peer) -> {
                    peer.request();
                    peer.goAway(0, code);
                },
                "ended RESET " + words);
    }

    @Test
    void aConnectionThatEndsInErrorSaysWhy() throws Exception {
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet();
                    int stream = peer.request().stream();
                    peer.send(HEADERS, END_HEADERS, stream, Peer.head(200));
                    peer.goAway(stream, 2);
                });
                var sender = to(server, GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended RESET closed within the response: GOAWAY, code 2");
        }
    }

    @Test
    void aConnectionThatClosesWhileItIsIdleIsOpenedAgain() throws Exception {
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet();
                    peer.ok(peer.request().stream(), "ok");
                    if (number == 0) {
                        peer.request();
                        peer.send(WINDOW_UPDATE, 0, 10); // is not yet a response
                    } else {
                        peer.awaitEnd();
                    }
                });
                var sender = to(server, GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.send()).isEqualTo("resent");
            assertThat(user.next()).isEqualTo("ended OK ");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    static List<Arguments> violations() {
        return List.of(
                Arguments.of(
                        "no status",
                        at((peer, stream) -> peer.send(HEADERS, END_HEADERS | END_STREAM, stream, NOTHING))),
                Arguments.of(
                        "the response ends with status 103",
                        at((peer, stream) -> peer.send(HEADERS, END_HEADERS | END_STREAM, stream, Peer.head(103)))),
                Arguments.of(
                        "a body before the head of the response",
                        at((peer, stream) -> peer.send(DATA, END_STREAM, stream, NOTHING))),
                Arguments.of("a second head of the response", at((peer, stream) -> {
                    peer.send(HEADERS, END_HEADERS, stream, Peer.head(200));
                    peer.send(HEADERS, END_HEADERS | END_STREAM, stream, Peer.head(200));
                })),
                Arguments.of("the body is longer than its content-length", at((peer, stream) -> {
                    peer.send(HEADERS, END_HEADERS, stream, Peer.head(200, "content-length", "1"));
                    peer.send(DATA, END_STREAM, stream, new byte[2]);
                })),
                Arguments.of("the body is shorter than its content-length", at((peer, stream) -> {
                    peer.send(HEADERS, END_HEADERS, stream, Peer.head(200, "content-length", "3"));
                    peer.send(DATA, END_STREAM, stream, new byte[2]);
                })),
                Arguments.of(
                        "Validation failed for header 'content-length': not the length of a body",
                        at((peer, stream) ->
                                peer.send(HEADERS, END_HEADERS, stream, Peer.head(200, "content-length", "-1")))),
                Arguments.of(
                        "a push, which the client has ruled out",
                        at((peer, stream) -> peer.send(PUSH_PROMISE, END_HEADERS, stream, new byte[] {0, 0, 0, 2}))),
                Arguments.of(
                        "a frame of a stream that was not opened",
                        at((peer, stream) -> peer.send(HEADERS, END_HEADERS, stream + 2, Peer.head(200)))),
                Arguments.of(
                        "a frame of a stream that was not opened",
                        at((peer, stream) -> peer.send(WINDOW_UPDATE, stream + 2, 1))),
                Arguments.of(
                        "a window of more than 2147483647 bytes",
                        at((peer, stream) -> peer.send(WINDOW_UPDATE, 0, Integer.MAX_VALUE))),
                Arguments.of(
                        "a window of more than 2147483647 bytes",
                        at((peer, stream) -> peer.send(WINDOW_UPDATE, stream, Integer.MAX_VALUE))),
                Arguments.of(
                        "Frame length: 16385 exceeds maximum: 16384",
                        at((peer, stream) -> peer.send(DATA, 0, stream, new byte[16_385]))),
                Arguments.of(
                        "HPACK - illegal index value",
                        at((peer, stream) -> peer.send(HEADERS, END_HEADERS, stream, new byte[] {(byte) 0xff, 0x70}))));
    }

    private interface Answer {
        void send(Peer peer, int stream) throws IOException;
    }

    private static Answer at(Answer answer) {
        return answer;
    }

    /** Each is a failure of its request; the next one is answered, on this connection or a new one. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("violations")
    void aResponseThatIsNotHttp2CountsForItsOwnRequest(String words, Answer answer) throws Exception {
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet();
                    int stream = peer.request().stream();
                    if (number == 0) {
                        answer.send(peer, stream);
                    } else {
                        peer.ok(stream, "ok");
                    }
                    peer.ok(peer.request().stream(), "ok");
                    peer.awaitEnd();
                });
                var sender = to(server, GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended PROTOCOL_ERROR not HTTP: " + words);
            if (!user.isOpen()) {
                assertThat(user.open()).isEqualTo("connected");
            }
            assertThat(user.send()).isEqualTo("ended OK ");
        }
    }

    @Test
    void aServerThatTakesNoStreamsIsAConnectFailure() throws Exception {
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet(MAX_CONCURRENT_STREAMS, 0);
                    peer.awaitEnd();
                });
                var sender = to(server, GET)) {
            assertThat(new SingleUser(sender).open())
                    .isEqualTo("connect failed: server takes no requests: its limit of concurrent streams is 0");
        }
    }

    /** In TLS 1.3 the server says no after the client's handshake is done, and its settings are on their way. */
    @Test
    void withoutTheCertificateThatAServerAsksForThatIsTheFailure() throws Exception {
        var options = withTls(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(TestTls.text("ca.pem"))));
        var url = url(serve(options, Http2Contract::echo), "https");
        for (var client : List.of(TestTls.trusting("ca"), TestTls.withCertificate())) {
            var plan = new ConnectionPlan(url, Optional.of(client), List.of(), true, TIMEOUT);
            try (var sender = senders().open(plan, GET)) {
                assertThat(new SingleUser(sender).open())
                        .isEqualTo(
                                client.identity().isPresent()
                                        ? "connected"
                                        : "connect failed: tls: closed after asking for a client certificate");
            }
        }
    }

    @Test
    void aServerWhoseFirstFrameIsNotOfSettingsIsAConnectFailure() throws Exception {
        try (var server = new FrameServer((number, peer) -> peer.goAway(0, 11));
                var sender = to(server, GET)) {
            assertThat(new SingleUser(sender).open()).isEqualTo("connect failed: server does not speak HTTP/2");
        }
    }

    @Test
    void aServerThatClosesBeforeItsSettingsIsAConnectFailure() throws Exception {
        try (var server = new FrameServer((number, peer) -> {});
                var sender = to(server, GET)) {
            assertThat(new SingleUser(sender).open())
                    .isEqualTo("connect failed: closed while the connection was set up");
        }
    }

    @Test
    void settingsThatNeverComeAreAConnectFailureInTime() throws Exception {
        try (var server = new FrameServer((number, peer) -> peer.awaitEnd());
                var sender = senders().open(ConnectionPlan.to(server.url(), Duration.ofMillis(300)), GET)) {
            assertThat(new SingleUser(sender).open()).isEqualTo("connect failed: no connection in time");
        }
    }

    /** The goodbye belongs to no request, and is not one's traffic. */
    @Test
    void aConnectionIsClosedWithAGoodbye() throws Exception {
        var last = new CompletableFuture<FrameServer.Frame>();
        var once = new AtomicReference<SingleUser.Bytes>();
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet();
                    peer.ok(peer.request().stream(), "ok");
                    last.complete(peer.next(FrameServer.GOAWAY));
                });
                var sender = senders()
                        .open(new ConnectionPlan(server.url(), Optional.empty(), List.of(), false, TIMEOUT), GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            once.set(user.bytes());
        }
        assertThat(last.get(10, TimeUnit.SECONDS).payload()).isEqualTo(new byte[8]);
        assertThat(once.get().body()).isEqualTo(2);
        // The headers of this request are those of another one on a connection that stays open.
        try (var server = new FrameServer((number, peer) -> {
                    peer.greet();
                    peer.ok(peer.request().stream(), "ok");
                    peer.awaitEnd();
                });
                var sender = to(server, GET)) {
            var user = new SingleUser(sender);
            assertThat(user.open()).isEqualTo("connected");
            assertThat(user.send()).isEqualTo("ended OK ");
            assertThat(user.bytes().sent()).isEqualTo(once.get().sent());
        }
    }
}
