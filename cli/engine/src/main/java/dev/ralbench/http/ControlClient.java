package dev.ralbench.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests that are no part of a load. One event loop serves all sessions; it is started by the first of them,
 * because loading Vert.x takes longer than most commands.
 */
public final class ControlClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private @Nullable Vertx vertx;
    private @Nullable CompletableFuture<Void> warmUp;

    /** Vert.x without its unused parts: files, workers, a watch over threads. */
    public static Vertx startVertx(Transport transport, int eventLoops) {
        var files = new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false);
        var options = new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setUseDaemonThread(true)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setBlockedThreadCheckInterval(TimeUnit.HOURS.toMillis(1))
                .setFileSystemOptions(files);
        return Vertx.builder().with(options).withTransport(transport).build();
    }

    /**
     * Opens a session; nothing is connected before its first request.
     *
     * @param connectLimit for each step of connecting: TCP, and the handshake of TLS
     */
    public ControlSession open(Route route, Duration connectLimit) {
        return new ControlSession(vertx(), route, connectLimit);
    }

    private synchronized Vertx vertx() {
        if (vertx == null) {
            vertx = startVertx(Transport.NIO, 1);
        }
        return vertx;
    }

    /** Begins to load all that requests need, while others do their work. */
    public void beginWarmUp() {
        var unused = warmingUp();
    }

    /** Returns once all that requests need is loaded: the next one takes no longer than those after it. */
    public void warmUp() {
        warmingUp().join();
    }

    private synchronized CompletableFuture<Void> warmingUp() {
        if (warmUp == null) {
            var done = new CompletableFuture<Void>();
            Thread.ofPlatform().daemon().name("control client").start(() -> {
                try {
                    askItself();
                } finally {
                    done.complete(null);
                }
            });
            warmUp = done;
        }
        return warmUp;
    }

    /** Once with an answer, and once with none, as from a target that still starts. */
    private void askItself() {
        try {
            var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            var url = URI.create("http://127.0.0.1:" + server.getLocalPort());
            try (server) {
                Thread.ofVirtual().start(() -> respondOnce(server));
                ask(url);
            }
            ask(url);
        } catch (IOException | IllegalStateException | RejectedExecutionException e) {
            // Requests that matter will report it; or the client was closed meanwhile, and there will be none.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(URI url) throws InterruptedException {
        try (var session = open(new Route(url, Optional.empty(), Optional.empty()), LIMIT)) {
            var unused = session.status("/").get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The second time this is expected; requests that matter report theirs.
        }
    }

    private static void respondOnce(ServerSocket server) {
        try (var client = server.accept()) {
            client.getOutputStream().write(RESPONSE);
            client.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The caller reports it, or was closed.
        }
    }

    @Override
    public void close() {
        Vertx started;
        synchronized (this) {
            started = vertx;
            vertx = null;
        }
        if (started != null) {
            close(started);
        }
    }

    private static void close(Vertx started) {
        try {
            var unused = started.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Its threads end with the process: they are daemons.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
