package dev.ralbench.load.net;

import dev.ralbench.load.RequestBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;

/**
 * A request as it goes on the wire by HTTP/1.1.
 *
 * @param bytes in direct memory, so that the kernel can take them from there
 */
record Http1Request(ByteBuf bytes, boolean isHead) implements HttpCodec.EncodedRequest {

    static Http1Request of(HttpExchange exchange, String path) {
        var request = exchange.request();
        var body = request.body().map(RequestBody::bytes).orElse(new byte[0]);
        var head = new StringBuilder();
        head.append(request.method()).append(' ').append(path).append(" HTTP/1.1\r\n");
        if (exchange.header("host").isEmpty()) {
            head.append("Host: ").append(exchange.authority()).append("\r\n");
        }
        request.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (request.body().isPresent() && exchange.header("content-length").isEmpty()) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        if (!exchange.keepAlive()) {
            head.append("Connection: close\r\n");
        }
        head.append("\r\n");
        var bytes = Unpooled.wrappedBuffer(head.toString().getBytes(StandardCharsets.UTF_8), body);
        return new Http1Request(
                UnpooledByteBufAllocator.DEFAULT
                        .directBuffer(bytes.readableBytes())
                        .writeBytes(bytes),
                exchange.isHead());
    }

    @Override
    public HttpCodec codec(ResponseHandler handler) {
        return new Http1Codec(bytes, handler, isHead);
    }

    @Override
    public void release() {
        bytes.release();
    }
}
