package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.http.ControlClient;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;

/**
 * Makes senders on Vert.x, for features that the lean one lacks: HTTP/2, redirects, proxies.
 *
 * @param eventLoops how many; each is one thread
 * @param http2 which protocol the requests that are to come ask for: results name it, and calibration uses it
 */
public record VertxSenderFactory(Transport transport, int eventLoops, boolean http2, Clock clock)
        implements SenderFactory {

    @Override
    public String description() {
        return "Vert.x " + (http2 ? "HTTP/2" : "HTTP/1.1") + " on " + transport.title() + ", " + eventLoops
                + (eventLoops == 1 ? " event loop" : " event loops");
    }

    @Override
    public RequestSender open(ConnectionPlan connections, RequestTemplate request) {
        return new VertxSender(this, VertxExchange.with(connections, request));
    }

    @Override
    public CalibrationServer openCalibrationServer() {
        return http2 ? VertxCalibrationServer.open(transport) : NettyCalibrationServer.open(transport, 0);
    }

    /** Answers every request with the same two bytes, by HTTP/2 without TLS (or HTTP/1.1), on loopback. */
    private static final class VertxCalibrationServer implements CalibrationServer {
        private static final int BACKLOG = 20_000;
        private static final Buffer RESPONSE = Buffer.buffer("ok");
        private static final Duration LONGEST_START = Duration.ofSeconds(5);

        private final Vertx vertx;
        private final HttpServer server;

        private VertxCalibrationServer(Vertx vertx, HttpServer server) {
            this.vertx = vertx;
            this.server = server;
        }

        static VertxCalibrationServer open(Transport transport) {
            var vertx = ControlClient.startVertx(transport.ofVertx(), 1);
            // a connection that its client closed shall not keep the port for a minute
            var options = new HttpServerOptions().setAcceptBacklog(BACKLOG).setSoLinger(0);
            var server = vertx.createHttpServer(options);
            server.requestHandler(request -> {
                var unused = request.response().end(RESPONSE);
            });
            VertxSender.await(server.listen(0, "127.0.0.1"), LONGEST_START);
            return new VertxCalibrationServer(vertx, server);
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
}
