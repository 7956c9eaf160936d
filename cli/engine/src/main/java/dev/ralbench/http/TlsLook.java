package dev.ralbench.http;

import dev.ralbench.tls.TlsLibrary;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Negotiated TLS settings.
 *
 * @param protocol such as {@code TLSv1.3}
 * @param cipherSuite such as {@code TLS_AES_256_GCM_SHA384}
 * @param library that encrypts on this side
 */
public record TlsLook(String protocol, String cipherSuite, TlsLibrary library) {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /**
     * Makes one connection and closes it; empty if none could be made: the load reports why.
     *
     * @param route to a service that speaks https
     */
    public static Optional<TlsLook> at(ControlClient client, Route route) throws InterruptedException {
        try (var session = client.open(route, PATIENCE)) {
            return Optional.of(session.look().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }
}
