package dev.ralbench.targets.upstream

import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.Channel
import io.netty.channel.ChannelInitializer
import io.netty.channel.ChannelOption.SO_BACKLOG
import io.netty.channel.ChannelOption.TCP_NODELAY
import io.netty.channel.EventLoopGroup
import io.netty.channel.MultiThreadIoEventLoopGroup
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.handler.codec.http.HttpObjectAggregator
import io.netty.handler.codec.http.HttpServerCodec
import io.netty.handler.codec.http.HttpServerKeepAliveHandler
import java.net.InetSocketAddress
import java.util.concurrent.TimeUnit.MILLISECONDS

/** A running server. It ends with its process, without a grace period. */
class UpstreamServer private constructor(
    private val loops: EventLoopGroup,
    private val channel: Channel,
) : AutoCloseable {
    val port = (channel.localAddress() as InetSocketAddress).port

    override fun close() {
        channel.close().syncUninterruptibly()
        loops.shutdownGracefully(0, 0, MILLISECONDS).syncUninterruptibly()
    }

    companion object {
        /** A call costs them a timer; waiting costs nothing. */
        private const val EVENT_LOOPS = 2

        /** As many as may connect at once before the kernel turns them away. */
        private const val BACKLOG = 4096

        /** Requests have no body worth mentioning. */
        private const val LONGEST_REQUEST = 8192

        fun start(
            bind: String,
            port: Int,
            behaviour: Behaviour,
            timer: Timer = Timer.EventLoop,
        ): UpstreamServer {
            val counters = Counters()
            val loops = MultiThreadIoEventLoopGroup(EVENT_LOOPS, NioIoHandler.newFactory())
            val connections =
                object : ChannelInitializer<SocketChannel>() {
                    override fun initChannel(channel: SocketChannel) {
                        channel
                            .pipeline()
                            .addLast(HttpServerCodec())
                            .addLast(HttpServerKeepAliveHandler())
                            .addLast(HttpObjectAggregator(LONGEST_REQUEST))
                            .addLast(Connection(behaviour, counters, timer))
                    }
                }
            val channel =
                ServerBootstrap()
                    .group(loops)
                    .channel(NioServerSocketChannel::class.java)
                    .option(SO_BACKLOG, BACKLOG)
                    // Without it an answer in two segments waits for the other side's delayed acknowledgement: 40 ms.
                    .childOption(TCP_NODELAY, true)
                    .childHandler(connections)
                    .bind(bind, port)
                    .syncUninterruptibly()
                    .channel()
            return UpstreamServer(loops, channel)
        }
    }
}
