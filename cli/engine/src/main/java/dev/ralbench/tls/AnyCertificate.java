package dev.ralbench.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts every server. Of the extended kind, because the JDK adds checks of the host to any other. */
final class AnyCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {
        // wished so
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {
        // wished so
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
        // wished so
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {
        // wished so
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {
        // wished so
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
        // wished so
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
