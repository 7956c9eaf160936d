package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.Workload;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsLibrary;
import io.netty.handler.ssl.ApplicationProtocolNames;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;

/**
 * The settings shared by all connections of a sender.
 *
 * @param address of the target, resolved once: a look-up per connection would hold up the event loop
 * @param tls present if the target is reached by https
 */
record HttpExchange(ConnectionPlan connections, InetSocketAddress address, Workload workload, Optional<TlsClient> tls) {
    /** A server that speaks HTTP/1.1 only shall say so instead of breaking the handshake off. */
    private static final List<String> HTTP_2 =
            List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);

    /**
     * Resolves the target's address.
     *
     * @param library that encrypts, if the target is reached by https; empty for what costs least
     * @throws Failure when its host is unknown
     */
    static HttpExchange with(ConnectionPlan connections, Workload workload, Optional<TlsLibrary> library) {
        var address = HostAddress.of(connections.baseUrl(), connections.address());
        var tls = connections
                .tls()
                .map(settings -> TlsClient.of(settings, library.orElseGet(() -> TlsLibrary.of(settings))));
        return new HttpExchange(connections, address, workload, tls);
    }

    boolean keepAlive() {
        return connections.keepAlive();
    }

    /** TLS for one connection; only if there is any. */
    SSLEngine engine(TlsClient client) {
        return client.engine(
                HttpUrl.host(connections.baseUrl()),
                HttpUrl.port(connections.baseUrl()),
                isHttp2() ? HTTP_2 : List.of());
    }

    /** Whether the body of any response is of interest, and not its length alone. */
    boolean looksIntoBodies() {
        return workload.steps().stream()
                .anyMatch(step -> step.request().expect().looksIntoBody());
    }

    /** Names of the headers that any response is expected to have, in lower case. */
    Set<String> expectedHeaders() {
        return workload.steps().stream()
                .flatMap(step -> step.request().expect().headers().keySet().stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    boolean isHttp2() {
        return workload.first().transfer().http2();
    }

    /** Host and port as the target's URL has them. */
    String authority() {
        return connections.baseUrl().getRawAuthority();
    }
}
