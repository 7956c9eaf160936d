package dev.ralbench.load.net;

import dev.ralbench.load.Bytes;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.UserValues;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A request as it goes on the wire by HTTP/1.1: the lines of its head up to the place of its cookies, those cookies, and the
 * rest.
 *
 * @param fixed all of it, in direct memory, so that the kernel can take it from there; empty if it holds values
 * @param cookies the scenario's own, as a line of the head without its end; empty if it has none
 * @param rest all that follows; of a body that holds values neither the length nor the empty line before it
 */
record Http1Request(
        Optional<ByteBuf> fixed,
        TextTemplate head,
        Optional<TextTemplate> cookies,
        TextTemplate rest,
        Optional<TextTemplate> body) {
    private static final TextTemplate LINE_END = TextTemplate.of("\r\n");
    private static final byte[] END = ascii("\r\n");
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] TWO_LINE_ENDS = ascii("\r\n\r\n");
    private static final byte[] COOKIE = ascii("Cookie: ");
    private static final byte[] MORE_COOKIES = ascii("; ");

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static Http1Request of(HttpExchange exchange, RequestTemplate request) {
        var head = TextTemplate.of(request.method() + " ").plus(request.path()).plus(TextTemplate.of(" HTTP/1.1\r\n"));
        if (!request.hasHeader("host")) {
            head = head.plus(TextTemplate.of("Host: " + exchange.authority() + "\r\n"));
        }
        var cookies = Optional.<TextTemplate>empty();
        var rest = new TextTemplate(List.of());
        for (var header : request.headers().entrySet()) {
            var line = TextTemplate.of(header.getKey() + ": ").plus(header.getValue());
            if (header.getKey().equalsIgnoreCase("cookie")) {
                cookies = Optional.of(line);
            } else if (cookies.isEmpty()) {
                head = head.plus(line).plus(LINE_END);
            } else {
                rest = rest.plus(line).plus(LINE_END);
            }
        }
        if (!exchange.keepAlive()) {
            rest = rest.plus(TextTemplate.of("Connection: close\r\n"));
        }
        var varied = request.body().filter(body -> !body.isFixed());
        if (varied.isPresent()) {
            return new Http1Request(Optional.empty(), head, cookies, rest, varied);
        }
        if (request.body().isPresent()) {
            var bytes = request.body().get().bytes().bytes();
            rest = rest.plus(TextTemplate.of("Content-Length: " + bytes.length + "\r\n"));
        }
        rest = rest.plus(LINE_END);
        if (request.body().isPresent()) {
            rest = rest.plus(request.body().get());
        }
        var all = head.plus(cookies.map(line -> line.plus(LINE_END)).orElse(new TextTemplate(List.of())))
                .plus(rest);
        return new Http1Request(
                all.isFixed() ? Optional.of(direct(all)) : Optional.empty(), head, cookies, rest, Optional.empty());
    }

    /** Path and query of a request that begins in these bytes. */
    static String path(ByteBuf bytes) {
        int from = bytes.indexOf(0, bytes.writerIndex(), (byte) ' ') + 1;
        return bytes.toString(
                from, bytes.indexOf(from, bytes.writerIndex(), (byte) ' ') - from, StandardCharsets.UTF_8);
    }

    private static ByteBuf direct(TextTemplate fixed) {
        var bytes = fixed.bytes().bytes();
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
    }

    /** Writes the beginning of a request that is not the same each time; {@link #addRestTo} follows. */
    void addHeadTo(Bytes out, UserValues values) {
        head.addTo(out, values);
    }

    /**
     * Writes the rest of it.
     *
     * @param ofUser the user's cookies; empty if there are none
     * @param scratch for its body
     */
    void addRestTo(Bytes out, UserValues values, String ofUser, Bytes scratch) {
        if (cookies.isPresent() || !ofUser.isEmpty()) {
            if (cookies.isPresent()) {
                cookies.get().addTo(out, values);
                if (!ofUser.isEmpty()) {
                    out.add(MORE_COOKIES);
                }
            } else {
                out.add(COOKIE);
            }
            out.add(ofUser.getBytes(StandardCharsets.ISO_8859_1)); // the bytes that came
            out.add(END);
        }
        rest.addTo(out, values);
        if (body.isPresent()) {
            scratch.clear();
            body.get().addTo(scratch, values);
            out.add(LENGTH);
            out.add(scratch.length(), 1);
            out.add(TWO_LINE_ENDS);
            out.add(scratch);
        }
    }
}
