package dev.ralbench.http;

import dev.ralbench.tls.TlsClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;

/** Sets a {@link TlsClient}'s certificates in the options of Vert.x. */
public final class TlsOptions {
    private TlsOptions() {}

    /** Sets the client's certificates. */
    public static void set(HttpClientOptions options, TlsClient client) {
        options.setVerifyHost(!client.isInsecure())
                .setTrustOptions(TrustOptions.wrap(client.trust()))
                .setKeyCertOptions(KeyCertOptions.wrap(client.keys()));
    }
}
