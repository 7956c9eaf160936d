package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.Workload;
import dev.ralbench.testing.FakeClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server on loopback does not show: where reads end, and the end of the numbers of streams. */
class Http2CodecTest {
    private static final RequestTemplate GET = new RequestTemplate(
            "GET",
            "/",
            Map.of(),
            Optional.empty(),
            new Expectation(200, OptionalLong.empty()),
            new Transfer(true, false, Optional.empty()));
    private static final int END = 5; // of headers, and of the stream
    private static final byte STATUS_200 = (byte) 0x88;

    private final HttpExchange exchange = HttpExchange.with(
            ConnectionPlan.to(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1)),
            Workload.of(GET),
            Optional.empty());
    private final Http2Users users = new Http2Users(exchange, new FakeClock());
    private final Http2Users.User user = users.user(0);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> events = new ArrayList<>();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        users.release();
    }

    private NettyLoop loop() {
        return loop(exchange, users);
    }

    private NettyLoop loop(HttpExchange exchange, Http2Users users) {
        return new NettyLoop(
                channel.eventLoop(),
                Transport.NIO,
                exchange,
                users,
                new FakeClock(),
                new RoundRobin<>(List.of(Optional.empty()), 0, 1),
                new RoundRobin<>(List.of(Optional.empty()), 0, 1),
                new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
    }

    private static ByteBuf frame(int type, int flags, int stream, byte... payload) {
        var frame = Unpooled.buffer();
        Http2Request.frame(frame, payload.length, (byte) type, flags, stream);
        return frame.writeBytes(payload);
    }

    /** Reads do not end where frames do. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 10, 1000})
    void framesAreReadInPieces(int piece) {
        var traffic = new Traffic();
        var handler = new ResponseHandler(loop(), user, new Listener(), traffic);
        var codec = new Http2Codec(user, handler);
        channel.pipeline().addLast(codec, handler);
        var started = codec.start(channel, Duration.ofMinutes(1).toNanos());
        inPieces(piece, frame(Http2FrameTypes.SETTINGS, 0, 0, (byte) 0, (byte) 3, (byte) 0, (byte) 0, (byte) 0, (byte)
                1));
        assertThat(started.isSuccess()).isTrue();
        handler.opened(channel, codec);
        assertThat(user.requests().next()).isZero();
        handler.send();
        traffic.begin();
        inPieces(
                piece,
                frame(Http2FrameTypes.HEADERS, 0, 1, STATUS_200),
                frame(Http2FrameTypes.CONTINUATION, 4, 1),
                frame(Http2FrameTypes.PING, 0, 0, new byte[8]),
                frame(Http2FrameTypes.DATA, 0, 1, (byte) 'o', (byte) 'k'),
                frame(Http2FrameTypes.DATA, 1, 1, (byte) '!'));

        assertThat(events).containsExactly("OK ");
        assertThat(traffic.bodyBytes()).isEqualTo(3);
        assertThat(traffic.receivedBytes()).isEqualTo(10 + 9 + 17 + 11 + 10);
        assertThat(handler.canSend()).isTrue();
    }

    private void inPieces(int piece, ByteBuf... frames) {
        var all = Unpooled.wrappedBuffer(frames);
        while (all.isReadable()) {
            channel.writeInbound(all.readBytes(Math.min(piece, all.readableBytes())));
        }
        all.release();
    }

    @Test
    void theLastNumberOfAStreamIsThatOfTheConnectionsLastRequest() {
        var handler = new ResponseHandler(loop(), user, new Listener(), new Traffic());
        var codec = new Http2Codec(user, handler, Integer.MAX_VALUE - 2);
        channel.pipeline().addLast(codec, handler);
        var started = codec.start(channel, Duration.ofMinutes(1).toNanos());
        assertThat(started.isDone()).isFalse();
        channel.writeInbound(frame(Http2FrameTypes.SETTINGS, 0, 0));
        assertThat(started.isSuccess()).isTrue();
        handler.opened(channel, codec);

        assertThat(handler.canSend()).isTrue();
        assertThat(user.requests().next()).isZero();
        handler.send();
        assertThat(handler.canSend()).isFalse();
        channel.writeInbound(frame(Http2FrameTypes.HEADERS, END, Integer.MAX_VALUE - 2, STATUS_200));
        assertThat(handler.canSend()).isTrue();
        assertThat(user.requests().next()).isZero();
        handler.send();
        channel.writeInbound(frame(Http2FrameTypes.HEADERS, END, Integer.MAX_VALUE, STATUS_200));

        assertThat(handler.canSend()).isFalse();
        assertThat(channel.isActive()).isTrue();
        assertThat(events).containsExactly("OK ", "OK ");
    }

    /** What a response's trailers say is not what its head said. */
    @Test
    void trailersTakeNoHeaderOfTheirResponse() {
        var expect = new Expectation(
                Set.of(200), Optional.empty(), Map.of(), Map.of("Server", "x"), List.of(), Map.of(), Optional.empty());
        var request = new RequestTemplate("GET", "/", Map.of(), Optional.empty(), expect, GET.transfer());
        var withHeader = HttpExchange.with(exchange.connections(), Workload.of(request), Optional.empty());
        var itsUsers = new Http2Users(withHeader, new FakeClock());
        var itsUser = itsUsers.user(0);
        var handler = new ResponseHandler(loop(withHeader, itsUsers), itsUser, new Listener(), new Traffic());
        var codec = new Http2Codec(itsUser, handler);
        channel.pipeline().addLast(codec, handler);
        var unused = codec.start(channel, Duration.ofMinutes(1).toNanos());
        channel.writeInbound(frame(Http2FrameTypes.SETTINGS, 0, 0));
        handler.opened(channel, codec);
        assertThat(itsUser.requests().next()).isZero();
        handler.send();
        var server = new byte[] {STATUS_200, 0x0f, 0x27, 1, 'x'}; // the literal header server: x
        var trailer = new byte[] {0, 1, 't', 1, '1'};
        channel.writeInbound(
                frame(Http2FrameTypes.HEADERS, 4, 1, server), frame(Http2FrameTypes.HEADERS, END, 1, trailer));

        assertThat(events).containsExactly("OK ");
        itsUsers.release();
    }

    private final class Listener implements ResendingConnection.Listener {
        @Override
        public void closedWhileIdle(String detail) {
            events.add("closed while idle");
        }

        @Override
        public void connected() {
            events.add("connected");
        }

        @Override
        public void connectFailed(String reason) {
            events.add(reason);
        }

        @Override
        public void ended(Outcome outcome, long endNanos, String detail) {
            events.add(outcome + " " + detail);
        }

        @Override
        public void resent() {
            events.add("resent");
        }

        @Override
        public void surplus() {
            events.add("surplus");
        }

        @Override
        public void broke(Error cause) {
            events.add("broke");
        }
    }
}
