package dev.ralbench.load.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Locale;
import java.util.stream.Stream;

/** How event loops talk to the kernel, cheapest first. Which one a machine allows is recorded in the result. */
public enum Transport {
    IO_URING("io_uring"),
    EPOLL("epoll"),
    NIO("NIO");

    /** IPPROTO_IP and IP_BIND_ADDRESS_NO_PORT, see ip(7). */
    private static final ChannelOption<Integer> BIND_ADDRESS_NO_PORT =
            new IntegerUnixChannelOption("IP_BIND_ADDRESS_NO_PORT", 0, 24);

    /** IP_LOCAL_PORT_RANGE of Linux 6.3 and newer, see ip(7). */
    private static final ChannelOption<Integer> LOCAL_PORT_RANGE =
            new IntegerUnixChannelOption("IP_LOCAL_PORT_RANGE", 0, 51);

    /** Of Netty, read once when its class is loaded. */
    private static final String MULTISHOT = "io.netty.iouring.pollAddMultishotEnabled";

    static {
        // Polls that stay armed miss a reset that arrives together with data: its request would wait for its timeout.
        if (System.getProperty(MULTISHOT) == null) {
            System.setProperty(MULTISHOT, "false");
        }
    }

    private final String title;

    Transport(String title) {
        this.title = title;
    }

    /** The cheapest one that works here. */
    public static Transport best() {
        return Stream.of(values()).filter(Transport::isAvailable).findFirst().orElse(NIO);
    }

    /** Whether kernel and native library allow it. */
    public boolean isAvailable() {
        return switch (this) {
            case IO_URING -> IoUring.isAvailable();
            case EPOLL -> Epoll.isAvailable();
            case NIO -> true;
        };
    }

    /** Why it is not available, in the library's words; empty if it is. */
    public String whyNot() {
        var cause = switch (this) {
            case IO_URING -> IoUring.unavailabilityCause();
            case EPOLL -> Epoll.unavailabilityCause();
            case NIO -> null;
        };
        return cause == null ? "" : FailureText.of(cause);
    }

    IoHandlerFactory ioHandlers() {
        return switch (this) {
            case IO_URING -> IoUringIoHandler.newFactory();
            case EPOLL -> EpollIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    Class<? extends Channel> channelType() {
        return switch (this) {
            case IO_URING -> IoUringSocketChannel.class;
            case EPOLL -> EpollSocketChannel.class;
            case NIO -> NioSocketChannel.class;
        };
    }

    Class<? extends ServerChannel> serverChannelType() {
        return switch (this) {
            case IO_URING -> IoUringServerSocketChannel.class;
            case EPOLL -> EpollServerSocketChannel.class;
            case NIO -> NioServerSocketChannel.class;
        };
    }

    /**
     * Lets the kernel choose the port when the connection is made, not when it is bound: a port then serves many targets,
     * as it does without a bound address. NIO has no such option.
     */
    void bindWithoutPort(Bootstrap bootstrap) {
        switch (this) {
            case IO_URING, EPOLL -> bootstrap.option(BIND_ADDRESS_NO_PORT, 1);
            case NIO -> {}
        }
    }

    /** Whether the kernel can limit the ports a connection may begin at. */
    boolean canLimitPorts() {
        if (this == NIO) {
            return false;
        }
        var channel = this == EPOLL ? new EpollSocketChannel() : new IoUringSocketChannel();
        try {
            return channel.config().setOption(LOCAL_PORT_RANGE, 0); // sets no limit
        } catch (ChannelException e) {
            return false;
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    /** @param ports that the connection may begin at; if {@link #canLimitPorts} */
    void limitPorts(Bootstrap bootstrap, PortRange ports) {
        bootstrap.option(LOCAL_PORT_RANGE, ports.packed());
    }

    /** Vert.x's counterpart of this transport. */
    io.vertx.core.transport.Transport ofVertx() {
        return switch (this) {
            case IO_URING -> io.vertx.core.transport.Transport.IO_URING;
            case EPOLL -> io.vertx.core.transport.Transport.EPOLL;
            case NIO -> io.vertx.core.transport.Transport.NIO;
        };
    }

    /** The name as typed on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name as people write it. */
    public String title() {
        return title;
    }
}
