package dev.ralbench.http;

import dev.ralbench.tls.TlsClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.net.URI;
import java.util.regex.Pattern;

/** Sets a {@link TlsClient}'s certificates in the options of Vert.x. */
public final class TlsOptions {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]|.*:.*");

    private TlsOptions() {}

    /** Sets the client's certificates. */
    public static void set(HttpClientOptions options, TlsClient client) {
        options.setVerifyHost(!client.isInsecure())
                .setTrustOptions(TrustOptions.wrap(client.trust()))
                .setKeyCertOptions(KeyCertOptions.wrap(client.keys()));
    }

    /** Whether a URL's host is an address, which no client names in a handshake; version 6 has brackets. */
    public static boolean isAddress(URI url) {
        return ADDRESS.matcher(url.getHost()).matches();
    }
}
