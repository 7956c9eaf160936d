package dev.ralbench.monitoring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ThreadPriority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Serves samples to Prometheus on loopback, by a thread of low priority. */
final class MetricsServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final byte[] LOOPBACK_ADDRESS = {127, 0, 0, 1};
    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int NO_BODY = -1;
    /** A page that asks for another host was sent to this address by a name that somebody else can change. */
    private static final Pattern HOST = Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?");

    private static final String THREAD = "metrics";
    /** That thread, and the JDK's, which hands it the requests. */
    private static final Set<String> THREADS = Set.of(THREAD, "HTTP-Dispatcher");

    private final HttpServer server;
    private final ThreadPoolExecutor thread;

    private MetricsServer(HttpServer server, ThreadPoolExecutor thread) {
        this.server = server;
        this.thread = thread;
    }

    /**
     * Starts to serve.
     *
     * @param port 0 for any that is free
     * @throws Failure if the port cannot be had
     */
    static MetricsServer open(int port, Samples samples) {
        var server = bound(port);
        var thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            var made = new Thread(task, THREAD);
            made.setDaemon(true);
            return made;
        });
        thread.prestartAllCoreThreads();
        var format = new PrometheusFormat();
        server.createContext("/", exchange -> answer(exchange, samples, format));
        server.setExecutor(thread);
        server.start();
        stepBack();
        return new MetricsServer(server, thread);
    }

    private static HttpServer bound(int port) {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_ADDRESS), port), 0);
        } catch (IOException e) {
            throw Failure.environment(
                            "--metrics: cannot listen on port " + port + " of " + LOOPBACK,
                            String.valueOf(e.getMessage()),
                            "give it another port, or 0 for any that is free")
                    .causedBy(e);
        }
    }

    private static void stepBack() {
        try {
            new ThreadPriority(ProcFs.ofThisMachine()).lower(ThreadPriority.BEHIND, THREADS::contains);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next wait ends at once, as was asked for
        }
    }

    private static void answer(HttpExchange exchange, Samples samples, PrometheusFormat format) throws IOException {
        try (exchange) {
            boolean isGet = exchange.getRequestMethod().equals("GET");
            var host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"));
            if (host.filter(name -> HOST.matcher(name).matches()).isEmpty()) {
                exchange.sendResponseHeaders(FORBIDDEN, NO_BODY);
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
            } else if (!isGet) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(NOT_ALLOWED, NO_BODY);
            } else {
                var accepted = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept"));
                var exposition = format.exposition(samples, accepted.orElse(""));
                exchange.getResponseHeaders().set("Content-Type", exposition.contentType());
                exchange.sendResponseHeaders(OK, exposition.content().length);
                exchange.getResponseBody().write(exposition.content());
            }
        }
    }

    String url() {
        return "http://" + LOOPBACK + ":" + server.getAddress().getPort() + PATH;
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
