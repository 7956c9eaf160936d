package dev.ralbench.http;

import dev.ralbench.tls.TlsClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.TrustOptions;

/** Sets a {@link TlsClient}'s certificates in the options of Vert.x. */
public final class TlsOptions {
    private TlsOptions() {}

    /** Sets the client's certificates, and its library. */
    public static void set(HttpClientOptions options, TlsClient client) {
        options.setVerifyHost(!client.isInsecure())
                .setTrustOptions(TrustOptions.wrap(client.trust()))
                .setKeyCertOptions(KeyCertOptions.wrap(client.keys()))
                .setSslEngineOptions(
                        switch (client.library()) {
                            case BORING_SSL -> new OpenSSLEngineOptions();
                            case JDK -> new JdkSSLEngineOptions();
                        });
    }
}
