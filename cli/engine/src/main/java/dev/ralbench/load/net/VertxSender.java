package dev.ralbench.load.net;

import dev.ralbench.http.ControlClient;
import dev.ralbench.load.RequestSender;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The sender for features that the lean one lacks. Per user one connection of Vert.x's HTTP client, none of them in its
 * pool: that would share five connections and let requests wait in a queue without an end.
 */
final class VertxSender implements RequestSender {
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final List<SenderLoop> loops;

    VertxSender(VertxSenderFactory settings, VertxExchange exchange) {
        vertx = ControlClient.startVertx(settings.transport().ofVertx(), settings.eventLoops());
        var clients = clients(vertx, exchange);
        var made = new ArrayList<SenderLoop>();
        for (int index = 0; index < settings.eventLoops(); index++) {
            var context = ((VertxInternal) vertx).createEventLoopContext();
            made.add(new VertxLoop(
                    context, settings.clock(), exchange, new RoundRobin<>(clients, index, settings.eventLoops())));
        }
        loops = List.copyOf(made);
    }

    /** A local address is a client's own, so there are clients for each of them. */
    private static List<VertxClients> clients(Vertx vertx, VertxExchange exchange) {
        var sources = exchange.connections().sources();
        return sources.isEmpty()
                ? List.of(VertxClients.of(vertx, exchange, Optional.empty()))
                : sources.stream()
                        .map(source -> VertxClients.of(vertx, exchange, Optional.of(source)))
                        .toList();
    }

    @Override
    public List<SenderLoop> loops() {
        return loops;
    }

    @Override
    public void close() {
        try {
            var unused = vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(LONGEST_CLOSE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            // Its threads end with the process: they are daemons.
        }
    }
}
