package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsLibrary;
import io.netty.handler.ssl.ApplicationProtocolNames;
import java.net.InetSocketAddress;
import java.util.HashSet;
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
 * @param headers names of the headers of responses that are of interest, other than those of the transfer, in lower case
 * @param tls present if the target is reached by https
 */
record HttpExchange(
        ConnectionPlan connections,
        InetSocketAddress address,
        Workload workload,
        Set<String> headers,
        Optional<TlsClient> tls) {
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

    HttpExchange(ConnectionPlan connections, InetSocketAddress address, Workload workload, Optional<TlsClient> tls) {
        this(connections, address, workload, headers(workload), tls);
    }

    private static Set<String> headers(Workload workload) {
        var names = new HashSet<String>();
        for (var step : workload.allSteps()) {
            names.addAll(step.request().expect().headers().keySet());
            if (step.looksIntoBody() || step.request().expect().looksIntoBody()) {
                names.add(ResponseJudge.CONTENT_ENCODING);
            }
            for (var extraction : step.extractions()) {
                if (extraction.source() instanceof Source.Header header) {
                    names.add(header.name());
                }
            }
        }
        if (workload.hasJourneys()) {
            names.add(ResponseJudge.SET_COOKIE);
        }
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
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

    /** What a request is sent to, as cookies see it. */
    Cookies.Place place(String pathAndQuery) {
        return Cookies.Place.of(HttpUrl.host(connections.baseUrl()), pathAndQuery, tls.isPresent());
    }

    boolean isHttp2() {
        return workload.first().transfer().http2();
    }

    /** Host and port as the target's URL has them. */
    String authority() {
        return connections.baseUrl().getRawAuthority();
    }
}
