package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In which of its reads the lean sender sees the first byte of a response: a read each 10 ms. */
class FirstByteReadsTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String INTERIM = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    private static final byte STATUS_200 = (byte) 0x88;
    private static final int END_HEADERS = 4;

    private final FakeClock clock = new FakeClock();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Traffic traffic = new Traffic();
    private final Ends ends = new Ends();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    static Stream<Arguments> responses() {
        return Stream.of(
                argumentSet("at once", 1, 1, List.of(HEAD + "good")),
                argumentSet("head and body", 1, 2, List.of(HEAD, "good")),
                argumentSet("the body in parts", 1, 4, List.of(HEAD + "g", "o", "o", "d")),
                argumentSet("less than a head", 1, 3, List.of("HT", HEAD.substring(2) + "go", "od")),
                argumentSet("chunks", 1, 3, List.of(CHUNKED, "4\r\ngood\r\n", "0\r\n\r\n")),
                argumentSet("chunks at once", 1, 1, List.of(CHUNKED + "4\r\ngood\r\n0\r\n\r\n")),
                argumentSet("after an interim response", 2, 3, List.of(INTERIM, HEAD, "good")),
                argumentSet("at once after an interim response", 2, 2, List.of(INTERIM, HEAD + "good")),
                argumentSet("after two", 3, 4, List.of(INTERIM, INTERIM, HEAD, "good")),
                argumentSet(
                        "after one in parts",
                        3,
                        4,
                        List.of(INTERIM.substring(0, 20), INTERIM.substring(20), HEAD, "good")),
                argumentSet("in the read that an interim response ends", 1, 2, List.of(INTERIM + HEAD, "good")));
    }

    @ParameterizedTest
    @MethodSource("responses")
    void theReadOfTheFirstByteCounts(int first, int last, List<String> reads) {
        var exchange = exchange(new Transfer(false, false, Optional.empty()));
        var users = new Http1Users(exchange, clock);
        var user = users.user(0);
        var handler = new ResponseHandler(loop(exchange, users), user, ends, traffic);
        var codec = user.codec(handler);
        channel.pipeline().addLast(codec, handler);
        handler.opened(channel, codec);

        for (int request = 1; request <= 2; request++) { // the second starts anew
            long start = clock.nanoTime();
            traffic.begin();
            assertThat(user.requests().next()).isZero();
            handler.send();
            reads.forEach(read -> read(Unpooled.copiedBuffer(read, StandardCharsets.US_ASCII)));

            assertThat(ends.nanos).hasSize(request);
            assertThat(ends.nanos.getLast()).isEqualTo(start + millis(10L * last));
            assertThat(firstByteNanos()).isEqualTo(start + millis(10L * first));
        }
        users.release();
    }

    @Test
    void theHeadOfAStreamIsTheFirstByteAndNoOtherFrame() {
        var exchange = exchange(new Transfer(true, false, Optional.empty()));
        var users = new Http2Users(exchange, clock);
        var user = users.user(0);
        var handler = new ResponseHandler(loop(exchange, users), user, ends, traffic);
        var codec = new Http2Codec(user, handler);
        channel.pipeline().addLast(codec, handler);
        var unused = codec.start(channel, Duration.ofMinutes(1).toNanos());
        read(frame(Http2FrameTypes.SETTINGS, 0, 0));
        handler.opened(channel, codec);

        for (int stream = 1; stream <= 3; stream += 2) {
            long start = clock.nanoTime();
            traffic.begin();
            assertThat(user.requests().next()).isZero();
            handler.send();
            read(frame(Http2FrameTypes.PING, 0, 0, new byte[8]));
            read(frame(Http2FrameTypes.HEADERS, END_HEADERS, stream, interim()));
            read(frame(Http2FrameTypes.HEADERS, END_HEADERS, stream, STATUS_200));
            read(frame(Http2FrameTypes.DATA, 0, stream, (byte) 'o'));
            read(frame(Http2FrameTypes.DATA, 1, stream, (byte) 'k'));

            assertThat(ends.nanos.getLast()).isEqualTo(start + millis(50));
            assertThat(firstByteNanos()).isEqualTo(start + millis(30));
        }
        users.release();
    }

    private long firstByteNanos() {
        return traffic.hasFirstByte() ? traffic.firstByteNanos() : ends.nanos.getLast();
    }

    /** The status 103, as a literal that enters no table. */
    private static byte[] interim() {
        return new byte[] {8, 3, '1', '0', '3'};
    }

    private void read(ByteBuf bytes) {
        clock.advance(Duration.ofMillis(10));
        channel.writeInbound(bytes);
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private static ByteBuf frame(int type, int flags, int stream, byte... payload) {
        var frame = Unpooled.buffer();
        Http2Request.frame(frame, payload.length, (byte) type, flags, stream);
        return frame.writeBytes(payload);
    }

    private static HttpExchange exchange(Transfer transfer) {
        var request = new RequestTemplate(
                "GET", "/", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.empty()), transfer);
        return HttpExchange.with(
                ConnectionPlan.to(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1)),
                Workload.of(request),
                Optional.empty());
    }

    private NettyLoop loop(HttpExchange exchange, HttpUser.Factory users) {
        return new NettyLoop(
                channel.eventLoop(),
                Transport.NIO,
                exchange,
                users,
                clock,
                new RoundRobin<>(List.of(Optional.empty()), 0, 1),
                new RoundRobin<>(List.of(Optional.empty()), 0, 1),
                new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
    }

    /** When responses ended; nothing else happens. */
    private static final class Ends implements ResendingConnection.Listener {
        private final List<Long> nanos = new ArrayList<>();

        @Override
        public void ended(Outcome outcome, long endNanos, String detail) {
            assertThat(outcome).as(detail).isEqualTo(Outcome.OK);
            nanos.add(endNanos);
        }

        @Override
        public void closedWhileIdle(String detail) {
            throw new AssertionError(detail);
        }

        @Override
        public void connected() {
            throw new AssertionError("it is open");
        }

        @Override
        public void connectFailed(String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void resent() {
            throw new AssertionError("resent");
        }

        @Override
        public void surplus() {
            throw new AssertionError("surplus");
        }

        @Override
        public void broke(Error cause) {
            throw cause;
        }
    }
}
