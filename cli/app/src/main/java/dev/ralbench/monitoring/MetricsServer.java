package dev.ralbench.monitoring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ThreadPriority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Serves samples to Prometheus on loopback, by a few threads of low priority. */
final class MetricsServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final byte[] LOOPBACK_ADDRESS = {127, 0, 0, 1};
    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int NO_BODY = -1;
    /** A page that asks for another host got this address from a name that its owner can change at any time. */
    private static final Pattern HOST = Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?");

    /** A request that never comes to its end has one of them until its time is over. */
    private static final int MOST_AT_ONCE = 4;

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);
    private static final String THREAD = "metrics";
    /** Those threads, and the JDK's, which hands it the requests. */
    private static final Set<String> THREADS = Set.of(THREAD, "HTTP-Dispatcher");

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor limits;

    private MetricsServer(HttpServer server, ThreadPoolExecutor threads, ScheduledThreadPoolExecutor limits) {
        this.server = server;
        this.threads = threads;
        this.limits = limits;
    }

    /**
     * Starts to serve.
     *
     * @param port 0 for any that is free
     * @throws Failure if the port cannot be had
     */
    static MetricsServer open(int port, Samples samples) {
        return open(port, samples, REQUEST_LIMIT);
    }

    /** @param limit for reading one request and writing its response, after which its connection is closed */
    static MetricsServer open(int port, Samples samples, Duration limit) {
        var server = bound(port);
        var threads = new ThreadPoolExecutor(
                MOST_AT_ONCE, MOST_AT_ONCE, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), MetricsServer::daemon);
        var limits = new ScheduledThreadPoolExecutor(1, MetricsServer::daemon);
        limits.setRemoveOnCancelPolicy(true);
        threads.prestartAllCoreThreads();
        limits.prestartAllCoreThreads();
        var format = new PrometheusFormat();
        format.warmUp();
        server.createContext("/", exchange -> answer(exchange, samples, format));
        server.setExecutor(request -> threads.execute(() -> within(limit, limits, request)));
        server.start();
        stepBack();
        return new MetricsServer(server, threads, limits);
    }

    private static Thread daemon(Runnable task) {
        var made = new Thread(task, THREAD);
        made.setDaemon(true);
        return made;
    }

    /**
     * An interrupt closes the channel that a thread reads or writes. The JDK's server has a limit of its own, in a system
     * property, which would hold for all servers of the process.
     */
    private static void within(Duration limit, ScheduledThreadPoolExecutor limits, Runnable request) {
        var task = new FutureTask<>(request, true);
        var end = limits.schedule(() -> task.cancel(true), limit.toNanos(), TimeUnit.NANOSECONDS);
        task.run();
        end.cancel(false);
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
        threads.shutdownNow();
        limits.shutdownNow();
    }
}
