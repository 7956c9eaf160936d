package dev.ralbench.load.net;

import dev.ralbench.HttpUrl;
import dev.ralbench.tls.TlsClient;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConfig;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;

/**
 * The clients of one local address; they differ in their TLS settings.
 *
 * @param host the target's, for which the first is; the others are for hosts that redirects name
 * @param names for hosts with a name
 * @param addresses for hosts without one
 */
record VertxClients(String host, HttpClientAgent home, HttpClientAgent names, HttpClientAgent addresses) {

    static VertxClients of(Vertx vertx, VertxExchange exchange, Optional<InetAddress> source) {
        var url = exchange.connections().baseUrl();
        var host = HttpUrl.host(url);
        var home = client(vertx, exchange, exchange.tls(), saysName(url), source);
        if (!exchange.transfer().followRedirects()) {
            return new VertxClients(host, home, home, home);
        }
        var others = exchange.tlsOfOthers();
        return new VertxClients(
                host,
                home,
                client(vertx, exchange, others, true, source),
                client(vertx, exchange, others, false, source));
    }

    private static HttpClientAgent client(
            Vertx vertx,
            VertxExchange exchange,
            Optional<TlsClient> tls,
            boolean saysName,
            Optional<InetAddress> source) {
        var options = exchange.clientOptions(tls).setForceSni(saysName);
        var builder = vertx.httpClientBuilder().with(options);
        // The options' own local address is lost on their way to Vert.x 5.2's configuration; the contract shows it.
        source.ifPresent(address -> {
            var config = new HttpClientConfig(options);
            config.getTcpConfig().setLocalAddress(SocketAddress.inetSocketAddress(new InetSocketAddress(address, 0)));
            builder.with(config);
        });
        return builder.build();
    }

    /** The one for the host of a URL. */
    HttpClientAgent to(URI url) {
        var other = saysName(url) ? names : addresses;
        return HttpUrl.host(url).equalsIgnoreCase(host) ? home : other;
    }

    /** Vert.x fails with a name that the JDK cannot say. */
    private static boolean saysName(URI url) {
        return TlsClient.serverName(HttpUrl.host(url)).isPresent();
    }
}
