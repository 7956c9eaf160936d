package dev.ralbench.http;

import dev.ralbench.Clock;
import dev.ralbench.HttpUrl;
import dev.ralbench.load.RequestBody;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsLibrary;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.AddressResolver;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/** Requests to one service. A failure completes the future with {@link NoReply}; closing ends every connection. */
public final class ControlSession implements AutoCloseable {
    /** A proxy answers when it has connected itself. */
    private static final Duration TUNNEL_LIMIT = Duration.ofSeconds(5);

    /**
     * How long after a request its connection may close and still have been closed while it was idle: many times as long as
     * a packet is under way, and shorter than a service works on what it then gives up. The same for requests of loads.
     */
    public static final Duration LATEST_IDLE_CLOSE = Duration.ofSeconds(1);

    private static final Clock CLOCK = Clock.system();

    private final Route route;
    private final HttpClientAgent connections;
    private final WebClient client;
    /** Whether a connection may have been kept from an earlier request. */
    private volatile boolean hasReplied;
    /** Counts connections made and parts of answers: a request that none came after met a connection from before. */
    private final AtomicLong news = new AtomicLong();

    ControlSession(Vertx vertx, Route route, Duration connectLimit) {
        var options = options(route, Math.toIntExact(Math.max(1, connectLimit.toMillis())));
        this.route = route;
        this.connections = vertx.httpClientBuilder()
                .with(options)
                // Otherwise Vert.x would look up the host once more, and take the first of its addresses.
                .withAddressResolver(AddressResolver.mappingResolver((SocketAddress known) -> List.of(known)))
                .withConnectHandler(connection -> {
                    news.incrementAndGet();
                    ResponseFilter.add(connection, news::incrementAndGet, ResponseFilter.ByteCounter.NONE);
                })
                .build();
        this.client = WebClient.wrap(connections, options);
    }

    private static WebClientOptions options(Route route, int connectMillis) {
        var options = new WebClientOptions().setUserAgentEnabled(false).setFollowRedirects(false);
        options.setConnectTimeout(connectMillis)
                .setSslHandshakeTimeout(connectMillis)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setForceSni(TlsClient.serverName(HttpUrl.host(route.service())).isPresent())
                .setProtocolVersion(route.http2() ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                .setMaxHeaderSize(Reply.MOST_HEAD_BYTES)
                .setInitialSettings(new Http2Settings().setMaxHeaderListSize(Reply.MOST_HEAD_BYTES))
                .setHttp2ClearTextUpgrade(false)
                .setUseAlpn(route.http2())
                .setAlpnVersions(
                        route.http2()
                                ? List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1)
                                : List.of(HttpVersion.HTTP_1_1));
        route.tls().ifPresent(tls -> TlsOptions.set(options, tls));
        return options;
    }

    /**
     * Sends a request and reads the whole response, which is the answer even if it is a redirect. As in a load, it is sent
     * again if the server has closed the connection of earlier requests meanwhile; never once an answer has begun, and never
     * after it failed on a new connection, where the server may have had it (RFC 9110, 9.2.2).
     */
    public CompletableFuture<Reply> send(
            String method, String path, Map<String, String> headers, Optional<RequestBody> body) {
        return result(() -> {
            var options = to(path).setMethod(HttpMethod.valueOf(method));
            headers.forEach((name, value) -> add(options, name, value));
            boolean mayBeClosed = hasReplied;
            long newsBefore = news.get();
            long sentNanos = CLOCK.nanoTime();
            return sendOnce(options, body)
                    .recover(failure -> mayBeClosed
                                    && news.get() == newsBefore
                                    && isOfConnection(failure)
                                    && CLOCK.nanoTime() - sentNanos <= LATEST_IDLE_CLOSE.toNanos()
                            ? sendOnce(options, body)
                            : Future.failedFuture(failure))
                    .onSuccess(reply -> hasReplied = true);
        });
    }

    private Future<Reply> sendOnce(RequestOptions options, Optional<RequestBody> body) {
        var request = client.request(options).as(LimitedBody::new);
        Future<HttpResponse<Buffer>> response =
                body.isPresent() ? request.sendBuffer(Buffer.buffer(body.get().bytes())) : request.send();
        return response.map(Reply::of);
    }

    private static boolean isOfConnection(Throwable failure) {
        boolean isOfNewOne = failure instanceof ConnectException
                || failure instanceof UnknownHostException
                || failure instanceof SSLException;
        return failure instanceof HttpClosedException || (failure instanceof IOException && !isOfNewOne);
    }

    /** Adds a header. In HTTP/2, Host becomes the authority; the address to connect to is set separately. */
    private void add(RequestOptions options, String name, String value) {
        if (route.http2() && name.equalsIgnoreCase("host")) {
            Optional.ofNullable(HostAndPort.parseAuthority(value, HttpUrl.port(route.service())))
                    .ifPresent(authority -> options.setHost(authority.host()).setPort(authority.port()));
        } else {
            options.addHeader(name, HeaderText.of(value));
        }
    }

    /** The status that a GET has; a body is not waited for, because it may be endless. The connection is closed. */
    public CompletableFuture<Integer> status(String path) {
        return result(() -> {
            var options = to(path).addHeader("Accept", "*/*");
            if (!route.http2()) { // which forbids it
                options.addHeader("Connection", "close");
            }
            return connections.request(options).compose(ControlSession::statusOf);
        });
    }

    /** Asks for the status on the event loop: the response may have ended before another thread could ask for it. */
    private static Future<Integer> statusOf(HttpClientRequest request) {
        return request.send().map(ControlSession::statusOnly);
    }

    private static int statusOnly(HttpClientResponse response) {
        response.exceptionHandler(cutShort -> {}); // by the next line
        var unused = response.request().connection().close();
        return response.statusCode();
    }

    /** Opens a connection, reads the negotiated settings, and closes it. */
    public CompletableFuture<TlsLook> look() {
        return result(() -> connect().map(connection -> {
            var session = connection.sslSession();
            var unused = connection.close();
            return new TlsLook(
                    session.getProtocol(),
                    session.getCipherSuite(),
                    route.tls().map(TlsClient::library).orElse(TlsLibrary.JDK));
        }));
    }

    /** Whether a connection speaks HTTP/2 once it is open; for routes by HTTP/2. */
    public CompletableFuture<Boolean> isHttp2() {
        return result(() -> connect().map(connection -> {
            var unused = connection.close();
            return connection.protocolVersion() == HttpVersion.HTTP_2;
        }));
    }

    private Future<HttpClientConnection> connect() throws UnknownHostException {
        var options = new HttpConnectOptions()
                .setHost(HttpUrl.host(route.service()))
                .setPort(HttpUrl.port(route.service()))
                .setSsl(route.isHttps());
        return connections.connect(route.isTunnel() ? options.setProxyOptions(proxy()) : options.setServer(server()));
    }

    private RequestOptions to(String path) throws UnknownHostException {
        var service = route.service();
        var options = new RequestOptions()
                .setHost(HttpUrl.host(service))
                .setPort(HttpUrl.port(service))
                .setSsl(route.isHttps())
                .setURI(route.isForwarded() ? service.getScheme() + "://" + service.getRawAuthority() + path : path);
        return route.isTunnel() ? options.setProxyOptions(proxy()) : options.setServer(server());
    }

    private ProxyOptions proxy() throws UnknownHostException {
        return new ProxyOptions()
                .setHost(server().hostAddress())
                .setPort(HttpUrl.port(route.connectsTo()))
                .setConnectTimeout(TUNNEL_LIMIT);
    }

    /** Resolved here, by the JDK as all of ralbench does; Vert.x would ask name servers itself. */
    private SocketAddress server() throws UnknownHostException {
        var url = route.connectsTo();
        var address = route.address().isPresent()
                ? route.address().get()
                : HttpUrl.addresses(url).getFirst();
        return SocketAddress.inetSocketAddress(new InetSocketAddress(address, HttpUrl.port(url)));
    }

    private interface Action<T> {
        Future<T> begin() throws UnknownHostException;
    }

    private <T> CompletableFuture<T> result(Action<T> action) {
        Supplier<Future<T>> begun = () -> {
            try {
                return action.begin();
            } catch (UnknownHostException e) {
                return Future.failedFuture(e);
            }
        };
        return begun.get()
                .recover(failure -> Future.<T>failedFuture(NoReply.of(failure, route.tls())))
                .toCompletionStage()
                .toCompletableFuture();
    }

    @Override
    public void close() {
        var unused = connections.close();
    }
}
