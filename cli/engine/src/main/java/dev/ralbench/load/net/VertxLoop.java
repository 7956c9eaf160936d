package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.UserRequests;
import io.netty.util.concurrent.Future;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One of Vert.x's event loops; everything on it runs in one context, by which Vert.x finds it again. */
final class VertxLoop implements SenderLoop {
    private final ContextInternal context;
    private final Clock clock;
    private final VertxExchange exchange;
    private final RoundRobin<VertxClients> clients;

    /**
     * In its context.
     *
     * @param clients of its connections
     */
    VertxLoop(ContextInternal context, Clock clock, VertxExchange exchange, RoundRobin<VertxClients> clients) {
        this.context = context;
        this.clock = clock;
        this.exchange = exchange;
        this.clients = clients;
    }

    VertxExchange exchange() {
        return exchange;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public void execute(Runnable task) {
        context.nettyEventLoop().execute(() -> context.dispatch(task));
    }

    /** Schedules with Netty, because Vert.x's timers know milliseconds only. */
    @Override
    public void schedule(long atNanos, Runnable task) {
        var unused = context.nettyEventLoop()
                .schedule(() -> context.dispatch(task), atNanos - nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Runs the task on this loop after a while, unless the returned future is cancelled. */
    Future<?> in(Duration delay, Runnable task) {
        return context.nettyEventLoop().schedule(() -> context.dispatch(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public UserConnection newConnection(int user, ConnectionListener listener) {
        var requests = new UserRequests(exchange.workload(), user, clock);
        return new ResendingConnection(
                this, exchange.workload(), listener, own -> new VertxConnection(this, clients.next(), requests, own));
    }
}
