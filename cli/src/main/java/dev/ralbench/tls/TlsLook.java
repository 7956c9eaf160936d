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

    /** Makes one connection of its own and closes it; empty where none could be made. */
    public static Optional<TlsLook> at(URI url, TlsSettings settings) {
        int port = url.getPort() < 0 ? 443 : url.getPort();
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(url.getHost(), port), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
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
