package dev.ralbench.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;

/**
 * What a server agrees on.
 *
 * @param protocol such as {@code TLSv1.3}
 * @param cipherSuite such as {@code TLS_AES_256_GCM_SHA384}
 */
public record TlsLook(String protocol, String cipherSuite) {
    private static final int PATIENCE_MILLIS = 2000;

    /**
     * Makes one connection of its own and closes it; empty where none could be made.
     *
     * @param proxy through which it goes
     */
    public static Optional<TlsLook> at(URI url, Optional<URI> proxy, TlsSettings settings) {
        int port = url.getPort() < 0 ? 443 : url.getPort();
        var there = proxy.map(way -> new InetSocketAddress(way.getHost(), way.getPort()))
                .orElseGet(() -> new InetSocketAddress(url.getHost(), port));
        try (var plain = new Socket()) {
            plain.connect(there, PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            if (proxy.isPresent()) {
                Tunnel.open(plain, url.getHost(), port);
            }
            try (var socket = TlsClient.of(settings).over(plain, url.getHost(), port)) {
                socket.startHandshake();
                var session = socket.getSession();
                return Optional.of(new TlsLook(session.getProtocol(), session.getCipherSuite()));
            }
        } catch (IOException e) {
            return Optional.empty(); // the load will say what is wrong
        }
    }
}
