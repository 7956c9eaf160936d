package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.http.HeaderText;
import dev.ralbench.http.Redirects;
import dev.ralbench.http.Reply;
import dev.ralbench.http.TlsOptions;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Workload;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsSettings;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.ProxyOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The settings shared by all connections of a sender.
 *
 * @param tls present if connections can lead to https; with redirects they always can
 * @param addresses of hosts, the target's or the proxy's among them
 */
record VertxExchange(ConnectionPlan connections, Workload workload, Optional<TlsClient> tls, VertxAddresses addresses) {
    /**
     * Looks up the address of whom all connections begin with: the target, or the proxy.
     *
     * @throws Failure when its host is unknown
     */
    static VertxExchange with(ConnectionPlan connections, Workload workload) {
        var transfer = workload.first().transfer();
        var addresses = new VertxAddresses(transfer.proxy().orElse(connections.baseUrl()), connections.address());
        return new VertxExchange(connections, workload, connections.tls().map(TlsClient::of), addresses);
    }

    RequestTemplate.Transfer transfer() {
        return workload.first().transfer();
    }

    boolean http2() {
        return transfer().http2();
    }

    /** TLS for hosts other than the target, without the client certificate and trust in any server. */
    Optional<TlsClient> tlsOfOthers() {
        return connections.tls().map(TlsSettings::ofOtherHosts).map(TlsClient::of);
    }

    HttpClientOptions clientOptions(Optional<TlsClient> tls) {
        var options = new HttpClientOptions()
                .setKeepAlive(connections.keepAlive())
                .setPipelining(false)
                .setTcpNoDelay(true)
                .setConnectTimeout(connectMillis())
                .setSslHandshakeTimeout(connectMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setProtocolVersion(http2() ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                .setMaxHeaderSize(Reply.MOST_HEAD_BYTES)
                .setInitialSettings(new Http2Settings().setMaxHeaderListSize(Reply.MOST_HEAD_BYTES))
                .setHttp2ClearTextUpgrade(false)
                .setUseAlpn(http2())
                .setAlpnVersions(
                        http2() ? List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1) : List.of(HttpVersion.HTTP_1_1));
        tls.ifPresent(client -> {
            TlsOptions.set(options, client);
            if (!client.resumes()) {
                options.setSslEngineOptions(new FullHandshakes(client.library()));
            }
        });
        return options;
    }

    private int connectMillis() {
        return Math.toIntExact(Math.clamp(connections.connectTimeout().toMillis(), 1, Integer.MAX_VALUE));
    }

    /**
     * How to connect to the origin of a URL.
     *
     * @throws Failure when its host is unknown
     */
    HttpConnectOptions connectTo(URI url) {
        boolean isHttps = "https".equals(url.getScheme());
        var options = new HttpConnectOptions()
                .setHost(HttpUrl.host(url))
                .setPort(HttpUrl.port(url))
                .setSsl(isHttps)
                .setConnectTimeout(connectMillis());
        var proxy = transfer().proxy();
        if (proxy.isEmpty()) {
            return options.setServer(addresses.of(url));
        }
        if (forwards(url)) {
            return options.setServer(addresses.of(proxy.get()));
        }
        return options.setProxyOptions(new ProxyOptions()
                .setHost(addresses.of(proxy.get()).hostAddress())
                .setPort(HttpUrl.port(proxy.get()))
                .setConnectTimeout(Duration.ofMillis(connectMillis())));
    }

    /** Whether the proxy itself sends the request; it opens a tunnel for all others. */
    private boolean forwards(URI url) {
        return transfer().proxy().isPresent() && "http".equals(url.getScheme()) && !http2();
    }

    /** The phase named when a connection's time is up and no single phase took all of it. */
    String lastPhase() {
        boolean isTls = "https".equals(connections.baseUrl().getScheme())
                && transfer().proxy().isEmpty();
        return isTls ? "tls: no handshake in time" : "no connection in time";
    }

    /**
     * The request of a step.
     *
     * @param request the one that the chain begins with, with its values
     * @param cookies of the user for the step's server, as a header has them
     * @throws IllegalArgumentException when a value fits into no header
     */
    RequestOptions to(Redirects.ChainedRequest step, RequestTemplate request, Optional<String> cookies) {
        var options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(step.method()))
                .setURI((forwards(step.url()) ? origin(step.url()) : "") + step.path());
        Redirects.headers(step, request, connections.baseUrl(), forwards(step.url()))
                .forEach((name, value) -> {
                    if (!(http2() && name.equalsIgnoreCase("host"))) { // that is the authority
                        options.addHeader(name, HeaderText.of(value));
                    }
                });
        cookies.ifPresent(header -> {
            var own = options.getHeaders() == null ? null : options.getHeaders().get(HttpHeaders.COOKIE);
            options.putHeader(HttpHeaders.COOKIE, own == null ? header : own + "; " + header);
        });
        return options;
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    /** The authority of a step's request: for HTTP/2 it replaces the template's Host header. */
    HostAndPort authority(Redirects.ChainedRequest step, RequestTemplate request) {
        boolean isOwn = http2() && Redirects.sameOrigin(step.url(), connections.baseUrl());
        return (isOwn ? ownHost(request) : Optional.<HostAndPort>empty())
                .orElseGet(() -> HostAndPort.create(HttpUrl.host(step.url()), HttpUrl.port(step.url())));
    }

    private static Optional<HostAndPort> ownHost(RequestTemplate request) {
        return request.headerTexts().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("host"))
                .map(header -> HostAndPort.create(header.getValue(), -1))
                .findFirst();
    }
}
