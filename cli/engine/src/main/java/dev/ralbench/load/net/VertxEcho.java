package dev.ralbench.load.net;

import dev.ralbench.http.ControlClient;
import dev.ralbench.load.Echo;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;

/** Answers every request with the same two bytes, by HTTP/2 without TLS (or HTTP/1.1), on loopback. */
final class VertxEcho implements Echo {
    private static final int BACKLOG = 20_000;
    private static final Buffer RESPONSE = Buffer.buffer("ok");
    private static final Duration LONGEST_START = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final HttpServer server;

    private VertxEcho(Vertx vertx, HttpServer server) {
        this.vertx = vertx;
        this.server = server;
    }

    static VertxEcho open(Transport transport) {
        var vertx = ControlClient.startVertx(transport.ofVertx(), 1);
        // who has closed a connection to this server shall not keep its port for a minute
        var options = new HttpServerOptions().setAcceptBacklog(BACKLOG).setSoLinger(0);
        var server = vertx.createHttpServer(options);
        server.requestHandler(request -> {
            var unused = request.response().end(RESPONSE);
        });
        VertxSender.await(server.listen(0, "127.0.0.1"), LONGEST_START);
        return new VertxEcho(vertx, server);
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.actualPort() + "/");
    }

    @Override
    public void close() {
        VertxSender.close(vertx);
    }
}
