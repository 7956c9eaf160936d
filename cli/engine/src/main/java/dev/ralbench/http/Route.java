package dev.ralbench.http;

import dev.ralbench.tls.TlsClient;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * The way to a service.
 *
 * @param service scheme, host and port of the service
 * @param address of the service, or of the proxy if there is one; empty to look it up
 * @param proxy an HTTP proxy: it forwards requests by http, and opens tunnels for all others
 * @param tls present if the service speaks https
 * @param http2 by HTTP/2 instead of HTTP/1.1
 */
public record Route(
        URI service, Optional<InetAddress> address, Optional<URI> proxy, Optional<TlsClient> tls, boolean http2) {
    /** A route by HTTP/1.1 to the address that the name service knows. */
    public Route(URI service, Optional<URI> proxy, Optional<TlsClient> tls) {
        this(service, Optional.empty(), proxy, tls, false);
    }

    /** This route to another one of the service's addresses. */
    public Route at(InetAddress other) {
        return new Route(service, Optional.of(other), proxy, tls, http2);
    }

    /** This route by HTTP/2. */
    public Route byHttp2() {
        return new Route(service, address, proxy, tls, true);
    }

    /** An address in its usual short form, without a name. */
    public static String text(InetAddress address) {
        return NetUtil.toAddressString(address);
    }

    /** The URL whose host is connected to: the proxy's or the service's. */
    public URI connectsTo() {
        return proxy.orElse(service);
    }

    boolean isHttps() {
        return "https".equals(service.getScheme());
    }

    /** Whether the proxy sends the request itself, and so needs the whole URL (RFC 9112, 3.2.2). */
    public boolean isForwarded() {
        return proxy.isPresent() && !isHttps() && !http2;
    }

    /** Whether the proxy opens a tunnel to the service (RFC 9110, 9.3.6). */
    boolean isTunnel() {
        return proxy.isPresent() && !isForwarded();
    }
}
