package dev.ralbench.load;

import dev.ralbench.tls.TlsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the connections of a load lead to, and how they are made.
 *
 * @param baseUrl scheme, host and port of the target
 * @param address that the name of the target, or of a proxy before it, stands for; empty to look it up
 * @param tls demands on certificates if the scheme is https
 * @param sources local addresses that connections begin at, in turn; empty to leave that to the kernel
 * @param keepAlive whether a connection serves more than one request
 * @param connectTimeout how long setting up a connection may take, the handshake of TLS included
 */
public record ConnectionPlan(
        URI baseUrl,
        Optional<InetAddress> address,
        Optional<TlsSettings> tls,
        List<InetAddress> sources,
        boolean keepAlive,
        Duration connectTimeout) {

    public ConnectionPlan {
        sources = List.copyOf(sources);
    }

    /** A plan to the address that the name service knows. */
    public ConnectionPlan(
            URI baseUrl,
            Optional<TlsSettings> tls,
            List<InetAddress> sources,
            boolean keepAlive,
            Duration connectTimeout) {
        this(baseUrl, Optional.empty(), tls, sources, keepAlive, connectTimeout);
    }

    /** The usual plan: connections are kept open and use any local address; https trusts the JDK's authorities. */
    public static ConnectionPlan to(URI baseUrl, Duration connectTimeout) {
        return new ConnectionPlan(
                baseUrl,
                isHttps(baseUrl) ? Optional.of(TlsSettings.standard()) : Optional.empty(),
                List.of(),
                true,
                connectTimeout);
    }

    private static boolean isHttps(URI url) {
        return "https".equals(url.getScheme());
    }
}
