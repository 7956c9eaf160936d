package dev.ralbench.load.net;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestSender;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The lean sender: per user one connection with a small Netty pipeline. */
final class NettySender implements RequestSender {
    private static final long LONGEST_CLOSE_SECONDS = 5;

    private final MultiThreadIoEventLoopGroup group;
    private final HttpUser.Factory users;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final List<SenderLoop> loops;

    NettySender(NettySenderFactory settings, HttpExchange exchange) {
        this.users = exchange.isHttp2()
                ? new Http2Users(exchange, settings.clock())
                : new Http1Users(exchange, settings.clock());
        this.group = new MultiThreadIoEventLoopGroup(
                settings.eventLoops(),
                new DefaultThreadFactory("load", true),
                settings.transport().ioHandlers());
        this.loops = IntStream.range(0, settings.eventLoops())
                .<SenderLoop>mapToObj(index -> loop(index, settings, exchange))
                .toList();
    }

    private NettyLoop loop(int index, NettySenderFactory settings, HttpExchange exchange) {
        var sources = new RoundRobin<>(sources(exchange.connections()), index, settings.eventLoops());
        var ports = new RoundRobin<>(ports(settings), index, settings.eventLoops());
        return new NettyLoop(
                group.next(), settings.transport(), exchange, users, settings.clock(), sources, ports, connections);
    }

    private static List<Optional<PortRange>> ports(NettySenderFactory settings) {
        return settings.ports()
                .filter(ports -> settings.transport().canLimitPorts())
                .map(ports -> ports.parts().stream().map(Optional::of).toList())
                .orElse(List.of(Optional.empty()));
    }

    private static List<Optional<SocketAddress>> sources(ConnectionPlan connections) {
        return connections.sources().isEmpty()
                ? List.of(Optional.empty())
                : connections.sources().stream()
                        .map(address -> Optional.<SocketAddress>of(new InetSocketAddress(address, 0)))
                        .toList();
    }

    @Override
    public List<SenderLoop> loops() {
        return loops;
    }

    @Override
    public void close() {
        // They say goodbye, or wait for the kernel; a loop that has ended would complain of the others.
        var unused = connections.close().awaitUninterruptibly(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        // A loop that has died never ends either.
        group.shutdownGracefully(0, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(2 * LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        users.release();
    }
}
