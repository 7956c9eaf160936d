package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsLibrary;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLEngine;

/**
 * The settings shared by all connections of a sender.
 *
 * @param address of the target, resolved once: a look-up per connection would hold up the event loop
 * @param tls present if the target is reached by https
 */
record HttpExchange(
        ConnectionPlan connections, InetSocketAddress address, RequestTemplate request, Optional<TlsClient> tls) {

    /**
     * Resolves the target's address.
     *
     * @param library that encrypts, if the target is reached by https; empty for what costs least
     * @throws Failure when its host is unknown
     */
    static HttpExchange with(ConnectionPlan connections, RequestTemplate request, Optional<TlsLibrary> library) {
        var address = HostAddress.of(connections.baseUrl(), connections.address());
        var tls = connections
                .tls()
                .map(settings -> TlsClient.of(settings, library.orElseGet(() -> TlsLibrary.of(settings))));
        return new HttpExchange(connections, address, request, tls);
    }

    boolean keepAlive() {
        return connections.keepAlive();
    }

    /** TLS for one connection; only if there is any. */
    SSLEngine engine(TlsClient client) {
        return client.engine(HttpUrl.host(connections.baseUrl()), HttpUrl.port(connections.baseUrl()), List.of());
    }

    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** The request of each path as it goes on the wire, encoded once; in direct memory so that the kernel can take it from there. */
    List<ByteBuf> encode() {
        return request.paths().stream().map(this::encode).toList();
    }

    private ByteBuf encode(String path) {
        var body = request.body().map(RequestBody::bytes).orElse(new byte[0]);
        var head = new StringBuilder();
        head.append(request.method()).append(' ').append(path).append(" HTTP/1.1\r\n");
        if (!hasHeader("host")) {
            head.append("Host: ")
                    .append(connections.baseUrl().getRawAuthority())
                    .append("\r\n");
        }
        request.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (request.body().isPresent() && !hasHeader("content-length")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        if (!connections.keepAlive()) {
            head.append("Connection: close\r\n");
        }
        head.append("\r\n");
        var bytes = Unpooled.wrappedBuffer(head.toString().getBytes(StandardCharsets.UTF_8), body);
        return UnpooledByteBufAllocator.DEFAULT
                .directBuffer(bytes.readableBytes())
                .writeBytes(bytes);
    }

    private boolean hasHeader(String lowerCaseName) {
        return request.headers().keySet().stream()
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(lowerCaseName));
    }
}
