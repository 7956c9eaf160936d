package dev.ralbench.load.net;

import dev.ralbench.load.RequestTemplate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A request by HTTP/2, its headers compressed. A connection's first request puts its headers into the server's table
 * (RFC 7541), all later ones refer to them, as they do for other clients: so the same two encodings serve every
 * connection, and only the number of the stream differs. A server that limits its table gets headers that need none.
 *
 * @param first the frames of headers of a connection's first request, without the number of their stream
 * @param later the same of the requests after it
 * @param firstWithoutTable the same of the first request after the server has limited its table
 * @param body empty if there is none
 */
record Http2Request(Headers first, Headers later, Headers firstWithoutTable, Headers withoutTable, ByteBuf body) {

    /** No server may want shorter frames. */
    static final int FRAME_BYTES = Http2CodecUtil.MAX_FRAME_SIZE_LOWER_BOUND;

    static final int FRAME_HEAD = Http2CodecUtil.FRAME_HEADER_LENGTH;
    /** In a frame's head, the number of its stream begins here. */
    private static final int STREAM = 5;

    /** A request that is the same each time, and the only one of its connections; its body in direct memory. */
    static Http2Request withTable(HttpExchange exchange, RequestTemplate request) {
        return of(
                exchange,
                request,
                "",
                true,
                bytes -> UnpooledByteBufAllocator.DEFAULT
                        .directBuffer(Math.max(1, bytes.length))
                        .writeBytes(bytes));
    }

    /**
     * A request with its values, among others.
     *
     * @param cookies of the user; empty if there are none
     */
    static Http2Request withoutTable(HttpExchange exchange, RequestTemplate request, String cookies) {
        return of(exchange, request, cookies, false, Unpooled::wrappedBuffer);
    }

    private static Http2Request of(
            HttpExchange exchange,
            RequestTemplate request,
            String cookies,
            boolean usesTable,
            Function<byte[], ByteBuf> buffer) {
        var bytes = request.body().map(body -> body.bytes().bytes()).orElse(new byte[0]);
        var headers = headers(exchange, request, cookies, bytes.length);
        boolean isAll = bytes.length == 0;
        var encoder = new DefaultHttp2HeadersEncoder(Http2HeadersEncoder.NEVER_SENSITIVE, true);
        try {
            var withTable = usesTable
                    ? List.of(Headers.of(encoder, headers, isAll), Headers.of(encoder, headers, isAll))
                    : List.<Headers>of();
            encoder.maxHeaderTableSize(0);
            var firstWithout = Headers.of(encoder, headers, isAll);
            var without = Headers.of(encoder, headers, isAll);
            return new Http2Request(
                    usesTable ? withTable.getFirst() : without,
                    usesTable ? withTable.getLast() : without,
                    firstWithout,
                    without,
                    buffer.apply(bytes));
        } catch (Http2Exception e) {
            throw new IllegalStateException("headers cannot be compressed: " + e.getMessage(), e);
        } finally {
            encoder.close();
        }
    }

    private static Http2Headers headers(HttpExchange exchange, RequestTemplate request, String cookies, int bodyBytes) {
        var texts = request.headerTexts();
        var host = texts.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("host"))
                .map(Map.Entry::getValue)
                .findFirst();
        var headers = new DefaultHttp2Headers(false)
                .method(text(request.method()))
                .path(text(request.path().text()))
                .scheme(text(exchange.connections().baseUrl().getScheme()))
                .authority(text(host.orElseGet(exchange::authority)));
        texts.forEach((name, value) -> {
            var lowerCase = name.toLowerCase(Locale.ROOT);
            if (!lowerCase.equals("host")) { // that is the authority
                headers.add(text(lowerCase), text(value));
            }
        });
        if (!cookies.isEmpty()) {
            var own = headers.get(HttpHeaderNames.COOKIE);
            var all = own == null ? cookies : own + "; " + cookies; // a character is a byte in both
            headers.set(HttpHeaderNames.COOKIE, new AsciiString(all.getBytes(StandardCharsets.ISO_8859_1)));
        }
        if (request.body().isPresent()) {
            headers.add(text("content-length"), text(Integer.toString(bodyBytes)));
        }
        return headers;
    }

    private static AsciiString text(String utf8) {
        return new AsciiString(utf8.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes the head of a frame. */
    static void frame(ByteBuf out, int length, byte type, int flags, int stream) {
        out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    /** Gives its memory back; no connection may need it any more. */
    void release() {
        body.release();
    }

    /** One frame HEADERS, and as many CONTINUATION as the headers need. */
    static final class Headers {
        private final byte[] frames; // of stream 0

        private Headers(byte[] frames) {
            this.frames = frames;
        }

        /** Headers that use no table, and do not say so: for those that never had one. */
        static Headers withoutTable(Http2Headers headers, boolean endsStream) {
            var encoder = new DefaultHttp2HeadersEncoder(Http2HeadersEncoder.NEVER_SENSITIVE, true);
            try {
                encoder.maxHeaderTableSize(0);
                var unused = of(encoder, headers, endsStream); // begins with the new size of the table
                return of(encoder, headers, endsStream);
            } catch (Http2Exception e) {
                throw new IllegalStateException("headers cannot be compressed: " + e.getMessage(), e);
            } finally {
                encoder.close();
            }
        }

        private static Headers of(DefaultHttp2HeadersEncoder encoder, Http2Headers headers, boolean endsStream)
                throws Http2Exception {
            var block = Unpooled.buffer();
            encoder.encodeHeaders(1, headers, block);
            var frames = Unpooled.buffer();
            byte type = Http2FrameTypes.HEADERS;
            do {
                int length = Math.min(block.readableBytes(), FRAME_BYTES);
                var flags = new Http2Flags()
                        .endOfHeaders(length == block.readableBytes())
                        .endOfStream(endsStream && type == Http2FrameTypes.HEADERS);
                frame(frames, length, type, flags.value(), 0);
                frames.writeBytes(block, length);
                type = Http2FrameTypes.CONTINUATION;
            } while (block.isReadable());
            return new Headers(ByteBufUtil.getBytes(frames));
        }

        int length() {
            return frames.length;
        }

        /** Appends the frames of that stream. */
        void writeTo(ByteBuf out, int stream) {
            int at = out.writerIndex();
            out.writeBytes(frames);
            while (at < out.writerIndex()) {
                out.setInt(at + STREAM, stream);
                at += FRAME_HEAD + out.getUnsignedMedium(at);
            }
        }
    }
}
