package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.Workload;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.FuzzTarget;
import dev.ralbench.testing.RawAnswer;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Responses of servers in whatever state, whole and in pieces, as the lean sender reads them. */
class ResponseFuzzTest {
    private static final Map<String, Long> ELEMENTS = Map.of("data.items", 2L, "total", 0L, "", 3L);

    /** Each is read a dozen times. */
    private static final int FEWER = 100;

    /** A response of so many bytes or fewer comes byte by byte. */
    private static final int MOST_PIECES = 1000;

    @TestFactory
    Stream<DynamicTest> everyResponseEndsItsRequestOnceHoweverItIsCut() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        var answers = Stream.of(RawAnswer.values())
                .map(answer -> answer.text().getBytes(StandardCharsets.ISO_8859_1))
                .filter(answer -> answer.length < 4096)
                .toList();
        var words = List.of(
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 103 \r\n\r\n",
                "HTTP/1.1 101 \r\n",
                "Content-Length: 2\r\n",
                "Content-Length: 9223372036854775807\r\n",
                "Transfer-Encoding: chunked\r\n",
                "Transfer-Encoding: gzip, chunked\r\n",
                "Content-Encoding: gzip\r\n",
                "Connection: close\r\n",
                "Connection: upgrade\r\nUpgrade: websocket\r\n",
                "Sec-WebSocket-Accept: x\r\n",
                "0\r\n\r\n",
                "7fffffff\r\n",
                "ffffffffffffffff\r\n",
                "\r\n\r\n",
                ";x=\"",
                "{\"data\":{\"items\":[1,2]}}");
        var bodies = Stream.of(
                        "{\"data\":{\"items\":[1,{\"x\":[]}]},\"total\":{}}", "[1, 2.5e3, \"\\u00e9\", null]", "")
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        return List.of(
                new FuzzTarget("response", answers, words, ResponseFuzzTest::readResponse).trying(FEWER),
                new FuzzTarget(
                        "json-body",
                        bodies,
                        List.of(
                                "\"data\":",
                                "\"items\":",
                                "\"total\":",
                                "[[",
                                "{\"a\":",
                                "\\ud800",
                                "1e99999",
                                "\u00ff"),
                        ResponseFuzzTest::readBody));
    }

    private static void readResponse(byte[] response) {
        for (var method : List.of("GET", "HEAD")) {
            for (var elements : List.of(Map.<String, Long>of(), ELEMENTS)) {
                var whole = outcome(method, elements, response, response.length);
                for (int piece : new int[] {1 + response.length / MOST_PIECES, 61}) {
                    assertThat(outcome(method, elements, response, piece))
                            .as("%s in pieces of %d", method, piece)
                            .isEqualTo(whole);
                }
            }
        }
    }

    private static final HttpUser.Factory NO_USERS = new HttpUser.Factory() {
        @Override
        public HttpUser user(int number) {
            throw new AssertionError("connections are made here");
        }

        @Override
        public void release() {
            throw new AssertionError("connections are made here");
        }
    };

    /** The outcome of one request; the server closes the connection after its response. */
    private static Outcome outcome(String method, Map<String, Long> elements, byte[] response, int piece) {
        var events = new Events();
        var channel = new EmbeddedChannel();
        var loop = loop(channel, method, elements);
        var users = new Http1Users(loop.exchange(), new FakeClock());
        var user = users.user(0);
        var handler = new ResponseHandler(loop, user, events, new Traffic());
        var codec = user.codec(handler);
        channel.pipeline().addLast(codec, handler);
        handler.opened(channel, codec);
        assertThat(user.requests().next()).isZero();
        handler.send();
        for (int from = 0; from < response.length && channel.isOpen(); from += piece) {
            channel.writeInbound(Unpooled.copiedBuffer(response, from, Math.min(piece, response.length - from)));
        }
        var unused = channel.finishAndReleaseAll();
        channel.checkException();
        users.release();
        assertThat(events.broken).isEmpty();
        assertThat(events.outcomes).hasSize(1);
        return events.outcomes.getFirst();
    }

    private static NettyLoop loop(EmbeddedChannel channel, String method, Map<String, Long> elements) {
        var expect = new RequestTemplate.Expectation(200, OptionalLong.empty(), elements);
        var request = new RequestTemplate(method, "/", Map.of(), Optional.empty(), expect);
        var plan = ConnectionPlan.to(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1));
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        return new NettyLoop(
                channel.eventLoop(),
                Transport.NIO,
                new HttpExchange(plan, address, Workload.of(request), Optional.empty()),
                NO_USERS,
                new FakeClock(),
                new RoundRobin<>(List.of(Optional.empty()), 0, 1),
                new RoundRobin<>(List.of(Optional.empty()), 0, 1),
                new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE));
    }

    private static void readBody(byte[] body) {
        var whole = flaw("", body, body.length);
        assertThat(flaw("", body, 1).isEmpty()).as("without a flaw: %s", whole).isEqualTo(whole.isEmpty());
        // Text that was not compressed is no such body.
        assertThat(flaw("gzip", body, 3)).isNotEmpty();
        assertThat(flaw("deflate", body, 3)).isNotEmpty();
    }

    private static String flaw(String encoding, byte[] body, int piece) {
        var check = new ElementCheck(ELEMENTS);
        check.bodyBegins(encoding);
        for (int from = 0; from < body.length; from += piece) {
            check.received(Unpooled.wrappedBuffer(body, from, Math.min(piece, body.length - from)));
        }
        return check.bodyEnds();
    }

    private static final class Events implements ResendingConnection.Listener {
        private final List<Outcome> outcomes = new ArrayList<>();
        private String broken = "";

        @Override
        public void closedWhileIdle(String detail) {
            broken = "closed while idle"; // nothing was served before
        }

        @Override
        public void connected() {
            broken = "connected twice";
        }

        @Override
        public void connectFailed(String reason) {
            broken = "connect failed";
        }

        @Override
        public void ended(Outcome outcome, long endNanos, String detail) {
            outcomes.add(outcome);
        }

        @Override
        public void resent() {
            broken = "sent again";
        }

        @Override
        public void surplus() {
            // allowed: more bytes than the response has
        }

        @Override
        public void broke(Error cause) {
            broken = cause.toString();
        }
    }
}
