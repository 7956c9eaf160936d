package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.http.ControlClient;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.tls.TlsLibrary;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
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
    public CalibrationServer openCalibrationServer(boolean tls) {
        return http2 ? VertxCalibrationServer.open(transport, tls) : NettyCalibrationServer.open(transport, 0, tls);
    }

    /** Answers every request with two bytes or as many as its path says, by HTTP/2 (or HTTP/1.1), on loopback. */
    private static final class VertxCalibrationServer implements CalibrationServer {
        private static final int BACKLOG = 20_000;
        private static final Buffer RESPONSE = Buffer.buffer("ok");
        private static final Duration LONGEST_START = Duration.ofSeconds(5);

        private final Vertx vertx;
        private final HttpServer server;
        private final boolean tls;

        private VertxCalibrationServer(Vertx vertx, HttpServer server, boolean tls) {
            this.vertx = vertx;
            this.server = server;
            this.tls = tls;
        }

        static VertxCalibrationServer open(Transport transport, boolean tls) {
            var vertx = ControlClient.startVertx(transport.ofVertx(), 1);
            // a connection that its client closed shall not keep the port for a minute
            var options = new HttpServerOptions().setAcceptBacklog(BACKLOG).setSoLinger(0);
            if (tls) {
                options.setSsl(true)
                        .setUseAlpn(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertValue(Buffer.buffer(CalibrationCertificate.certificate()))
                                .addKeyValue(Buffer.buffer(CalibrationCertificate.key())))
                        .setSslEngineOptions(
                                switch (TlsLibrary.best()) {
                                    case BORING_SSL -> new OpenSSLEngineOptions();
                                    case JDK -> new JdkSSLEngineOptions();
                                });
            }
            var server = vertx.createHttpServer(options);
            server.requestHandler(request -> {
                var unused = request.response().end(body(request.path()));
            });
            VertxSender.await(server.listen(0, "127.0.0.1"), LONGEST_START);
            return new VertxCalibrationServer(vertx, server, tls);
        }

        /** As many bytes as the path says, such as {@code /1024}. */
        private static Buffer body(String path) {
            return path.matches("/[1-9]\\d{0,6}")
                    ? Buffer.buffer("x".repeat(Integer.parseInt(path, 1, path.length(), 10)))
                    : RESPONSE;
        }

        @Override
        public URI url() {
            return URI.create((tls ? "https" : "http") + "://127.0.0.1:" + server.actualPort() + "/");
        }

        @Override
        public void close() {
            VertxSender.close(vertx);
        }
    }
}
