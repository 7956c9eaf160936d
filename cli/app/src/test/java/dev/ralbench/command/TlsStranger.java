package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.tls.Pem;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;

/** A client of TLS that an agent does not know. It trusts any server. */
record TlsStranger(SSLContext context) {
    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** Shows its certificate whichever authorities the server names; the JDK's own managers show none that it would refuse. */
    private static final class ShowsAnyway extends X509ExtendedKeyManager {
        private static final String ALIAS = "own";

        private final PrivateKey key;
        private final X509Certificate certificate;

        private ShowsAnyway(PrivateKey key, X509Certificate certificate) {
            this.key = key;
            this.certificate = certificate;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException("a client");
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }

    static TlsStranger withoutCertificate() {
        return of(new KeyManager[0]);
    }

    /** With the certificate of a file in PEM: the key, its certificate, that of its authority. */
    static TlsStranger with(Path file) {
        try {
            var text = Files.readString(file);
            return of(new KeyManager[] {
                new ShowsAnyway(Pem.privateKey(text), Pem.certificates(text).getFirst())
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static TlsStranger of(KeyManager[] keys) {
        try {
            var context = SSLContext.getInstance("TLSv1.3");
            context.init(keys, new TrustManager[] {new TrustsAll()}, new SecureRandom());
            return new TlsStranger(context);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Connects and waits for what comes; it must be refused. */
    void tryTo(String host, int port) {
        assertThatThrownBy(() -> {
                    try (var socket = context.getSocketFactory().createSocket(host, port)) {
                        socket.getInputStream().readAllBytes();
                    }
                })
                .isInstanceOf(IOException.class);
    }
}
