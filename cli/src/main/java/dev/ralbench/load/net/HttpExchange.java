package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.load.RequestTemplate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * What all connections of a sender have in common.
 *
 * @param address of the target, resolved once: a look-up per connection would hold up the event loop
 * @param keepAlive whether a connection serves more than one request
 */
record HttpExchange(
        URI baseUrl, InetSocketAddress address, RequestTemplate request, boolean keepAlive, Duration connectTimeout) {
    private static final int DEFAULT_PORT = 80;

    /**
     * Resolves the target's address.
     *
     * @throws Failure when its host is unknown
     */
    static HttpExchange with(URI baseUrl, RequestTemplate request, boolean keepAlive, Duration connectTimeout) {
        int port = baseUrl.getPort() < 0 ? DEFAULT_PORT : baseUrl.getPort();
        var address = new InetSocketAddress(baseUrl.getHost(), port);
        if (address.isUnresolved()) {
            throw Failure.environment(
                    "host " + baseUrl.getHost() + " is unknown",
                    "no address was found for " + baseUrl,
                    "check its spelling, or give the address itself");
        }
        return new HttpExchange(baseUrl, address, request, keepAlive, connectTimeout);
    }

    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** The request as it goes on the wire, encoded once; in direct memory so that the kernel can take it from there. */
    ByteBuf encode() {
        var body = request.body().orElse("").getBytes(StandardCharsets.UTF_8);
        var head = new StringBuilder();
        head.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\n");
        if (!hasHeader("host")) {
            head.append("Host: ").append(baseUrl.getRawAuthority()).append("\r\n");
        }
        request.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (request.body().isPresent() && !hasHeader("content-length")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        if (!keepAlive) {
            head.append("Connection: close\r\n");
        }
        head.append("\r\n");
        var bytes = Unpooled.wrappedBuffer(head.toString().getBytes(StandardCharsets.ISO_8859_1), body);
        return UnpooledByteBufAllocator.DEFAULT
                .directBuffer(bytes.readableBytes())
                .writeBytes(bytes);
    }

    private boolean hasHeader(String lowerCaseName) {
        return request.headers().keySet().stream()
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(lowerCaseName));
    }
}
