package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Cases;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseHeadTest {
    private static final List<String> STATUS_LINES = List.of(
            "HTTP/1.1 200 OK",
            "HTTP/1.1 200",
            "HTTP/1.1 200 ",
            "HTTP/1.1 503 Service Unavailable",
            "HTTP/1.1 404 Not: Found",
            "HTTP/1.1 204 No Content",
            "HTTP/1.1 100 Continue",
            "HTTP/1.0 200 OK",
            "HTTP/1.1 2x0 OK",
            "HTTP/1.1  200 OK",
            "http/1.1 200 OK",
            "garbage");

    private static final List<String> FIELDS = List.of(
            "Content-Length: 0",
            "Content-Length: 2",
            "content-LENGTH:17",
            "Content-Length: \t 3 \t",
            "Content-Length: 99999999999999999999",
            "Content-Length: -1",
            "Content-Length: 2, 2",
            "Content-Length:",
            "Content-Lengti: 4",
            "Connection: close",
            "Connection: Keep-Alive",
            "CONNECTION: CLOSE",
            "Connection: Upgrade",
            "Connection: close, TE",
            "Transfer-Encoding: chunked",
            "Transfer_Encoding: chunked",
            "Date: Sat, 21 Nov 2026 10:00:00 GMT",
            "Server: nginx",
            "Content-Type: text/plain",
            "X-Empty:",
            "Odd Name: 1",
            "Name : 1",
            " folded",
            "no colon",
            ": no name");

    private static final Set<String> WANTED = Set.of("content-length", "connection", "content-type", "x-empty", "date");

    static Stream<String> heads() {
        return Cases.of(3000, ResponseHeadTest::head);
    }

    private static String head(Random random) {
        var lines = new ArrayList<String>();
        lines.add(random.nextInt(4) > 0 ? STATUS_LINES.getFirst() : draw(random, STATUS_LINES));
        int fields = random.nextInt(6);
        for (int i = 0; i < fields; i++) {
            lines.add(draw(random, FIELDS));
        }
        var ends = random.nextInt(10) > 0 ? "\r\n" : "\n";
        return String.join(ends, lines) + ends + ends;
    }

    private static String draw(Random random, List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    /** What it does not understand costs time and nothing else, so only what it understands has to be right. */
    @ParameterizedTest
    @MethodSource("heads")
    void whatIsUnderstoodIsWhatTheDecoderUnderstands(String text) {
        var head = new ResponseHead(WANTED);
        var bytes = bytes(text + "ok");
        if (!head.read(bytes)) {
            assertThat(bytes.readerIndex()).isZero();
            return;
        }
        assertThat(bytes.toString(StandardCharsets.US_ASCII)).isEqualTo("ok");
        var decoded = decoded(text);
        assertThat(decoded.decoderResult().isSuccess()).isTrue();
        assertThat(head.status()).isEqualTo(decoded.status().code());
        assertThat(head.isPersistent()).isEqualTo(HttpUtil.isKeepAlive(decoded));
        assertThat(head.contentLength()).isEqualTo(HttpUtil.getContentLength(decoded));
        assertThat(HttpUtil.isTransferEncodingChunked(decoded)).isFalse();
        WANTED.forEach(name -> assertThat(head.apply(name))
                .as(name)
                .isEqualTo(decoded.headers().getAll(name)));
    }

    private static HttpResponse decoded(String text) {
        var channel = new EmbeddedChannel(new ResponseDecoder(() -> false));
        channel.writeInbound(bytes(text));
        HttpResponse response = channel.readInbound();
        channel.finishAndReleaseAll();
        return response;
    }

    @Test
    void usualHeadsAreUnderstood() {
        assertThat(isUnderstood("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")).isTrue();
        assertThat(isUnderstood("HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nDate: Sat, 21 Nov 2026 10:00:00 GMT\r\n"
                        + "Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok"))
                .isTrue();
        assertThat(isUnderstood("HTTP/1.1 500 \r\ncontent-length: 0\r\nConnection: close\r\n\r\n"))
                .isTrue();
    }

    /** Any beginning of a head is too little. */
    @Test
    void aHeadInPiecesIsLeftToTheDecoder() {
        var whole = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
        for (int length = 0; length < whole.length(); length++) {
            assertThat(isUnderstood(whole.substring(0, length)))
                    .as(length + " bytes")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nContent-Length: 0\r\n\r\n"
            })
    void bodiesWhoseEndIsElsewhereAreLeftToTheDecoder(String text) {
        assertThat(isUnderstood(text)).isFalse();
    }

    @Test
    void headersThatAreAskedForAreThoseOfThisResponse() {
        var head = new ResponseHead(Set.of("set-cookie", "x_odd-name"));
        assertThat(head.read(bytes("HTTP/1.1 200 OK\r\nSet-Cookie: \t a=1; Path=/ \r\nX_Odd-Name:1\r\nX-Odd-Name: 2\r\n"
                        + "Set-Cookiea: no\r\nSET-COOKIE: b=2\r\nContent-Length: 2\r\n\r\n")))
                .isTrue();
        assertThat(head.apply("set-cookie")).containsExactly("a=1; Path=/", "b=2");
        assertThat(head.apply("x_odd-name")).containsExactly("1");
        assertThat(head.apply("set-cookiea")).isEmpty();

        assertThat(head.read(bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")))
                .isTrue();
        assertThat(head.apply("set-cookie")).isEmpty();
    }

    private static boolean isUnderstood(String text) {
        return new ResponseHead(Set.of()).read(bytes(text));
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
