package dev.ralbench.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Decides over certificates as another one does, and remembers the last one that was refused. */
final class RefusalMemory extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager judge;
    private final AtomicReference<@Nullable X509Certificate> refused = new AtomicReference<>();

    RefusalMemory(X509ExtendedTrustManager judge) {
        this.judge = judge;
    }

    /** The certificate of the server that was refused last. */
    Optional<X509Certificate> refused() {
        return Optional.ofNullable(refused.get());
    }

    private interface TrustCheck {
        void run() throws CertificateException;
    }

    private void remembering(X509Certificate[] chain, TrustCheck check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            refused.set(chain.length == 0 ? null : chain[0]);
            throw e;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        remembering(chain, () -> judge.checkServerTrusted(chain, kind));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        remembering(chain, () -> judge.checkServerTrusted(chain, kind, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        remembering(chain, () -> judge.checkServerTrusted(chain, kind, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        judge.checkClientTrusted(chain, kind);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        judge.checkClientTrusted(chain, kind, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        judge.checkClientTrusted(chain, kind, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
