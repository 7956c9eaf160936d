package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One event loop and how to connect on it. */
final class NettyLoop implements SenderLoop {
    private final EventLoop eventLoop;
    private final HttpExchange exchange;
    private final HttpUser.Factory users;
    private final Clock clock;
    private final Transport transport;
    private final Bootstrap bootstrap;
    private final RoundRobin<Optional<SocketAddress>> sources;
    private final RoundRobin<Optional<PortRange>> ports;
    private final ChannelGroup connections;

    /**
     * On one event loop.
     *
     * @param users of all loops
     * @param sources addresses that its connections begin at, unless left to the kernel
     * @param ports the same for their ports
     */
    NettyLoop(
            EventLoop eventLoop,
            Transport transport,
            HttpExchange exchange,
            HttpUser.Factory users,
            Clock clock,
            RoundRobin<Optional<SocketAddress>> sources,
            RoundRobin<Optional<PortRange>> ports,
            ChannelGroup connections) {
        this.transport = transport;
        this.sources = sources;
        this.ports = ports;
        this.connections = connections;
        this.eventLoop = eventLoop;
        this.exchange = exchange;
        this.users = users;
        this.clock = clock;
        this.bootstrap = new Bootstrap()
                .group(eventLoop)
                .channel(transport.channelType())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        // zero would mean none
                        Math.clamp(exchange.connections().connectTimeout().toMillis(), 1, Integer.MAX_VALUE))
                .remoteAddress(exchange.address());
        if (!exchange.connections().sources().isEmpty()) {
            transport.bindWithoutPort(bootstrap);
        }
    }

    /** All connections. Each stays here until it has closed, which takes a moment. */
    ChannelGroup connections() {
        return connections;
    }

    Clock clock() {
        return clock;
    }

    HttpExchange exchange() {
        return exchange;
    }

    /** How to connect from any port. */
    Bootstrap bootstrap() {
        return bootstrap.clone();
    }

    /** How to connect from the part of the ports whose turn it is; empty if the kernel chooses. */
    Optional<Bootstrap> bootstrapOfPart() {
        return ports.next().map(part -> {
            var ofPart = bootstrap();
            transport.limitPorts(ofPart, part);
            return ofPart;
        });
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Whether the caller is on this loop. */
    boolean isCurrent() {
        return eventLoop.inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        eventLoop.execute(task);
    }

    @Override
    public void schedule(long atNanos, Runnable task) {
        var unused = eventLoop.schedule(task, atNanos - nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public UserConnection newConnection(int number, ConnectionListener listener) {
        var user = users.user(number);
        return new ResendingConnection(
                this, exchange.workload(), listener, own -> new HttpConnection(this, own, user, sources.next()));
    }
}
