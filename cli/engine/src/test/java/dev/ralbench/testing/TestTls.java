package dev.ralbench.testing;

import dev.ralbench.tls.ClientIdentity;
import dev.ralbench.tls.Pem;
import dev.ralbench.tls.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificates of the tests, see {@code src/test/resources/tls/make}. */
public final class TestTls {
    private static final char[] NO_PASSWORD = {};

    private TestTls() {}

    /** A file of the directory, such as {@code ca.pem}. */
    public static String text(String file) {
        try (var in = Objects.requireNonNull(TestTls.class.getResourceAsStream("/tls/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client that trusts this authority alone: {@code ca} or {@code other-ca}. */
    public static TlsSettings trusting(String authority) {
        return new TlsSettings(Pem.certificates(text(authority + ".pem")), Optional.empty(), false);
    }

    /** A client that trusts the tests' authority and shows a certificate of it. */
    public static TlsSettings withCertificate() {
        return withCertificate("client");
    }

    /** A client that trusts the tests' authority and shows that certificate: {@code client}, {@code rsa} or {@code ed25519}. */
    public static TlsSettings withCertificate(String name) {
        return new TlsSettings(Pem.certificates(text("ca.pem")), Optional.of(identity(name)), false);
    }

    private static ClientIdentity identity(String name) {
        return new ClientIdentity(Pem.certificates(text(name + ".pem")), Pem.privateKey(text(name + "-key.pem")));
    }

    /** A server with the certificate of that name; it trusts clients of the tests' authority, should it ask them. */
    public static SSLContext server(String name) {
        return server(name, "ca");
    }

    /** A server with the certificate of that name, which trusts clients of that authority, should it ask them. */
    public static SSLContext server(String name, String authority) {
        try {
            var identity = identity(name);
            var own = KeyStore.getInstance("PKCS12");
            own.load(null, NO_PASSWORD);
            own.setKeyEntry(
                    "server", identity.key(), NO_PASSWORD, identity.chain().toArray(Certificate[]::new));
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            var authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, NO_PASSWORD);
            authorities.setCertificateEntry(
                    "ca",
                    List.copyOf(Pem.certificates(text(authority + ".pem"))).getFirst());
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
