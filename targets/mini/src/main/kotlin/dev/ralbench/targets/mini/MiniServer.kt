package dev.ralbench.targets.mini

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

/** A running server. In a run it ends with its process, without a grace period. */
class MiniServer private constructor(
    private val loops: EventLoopGroup,
    private val channel: Channel,
    private val workers: Workers,
    private val statements: Statements,
) : AutoCloseable {
    val port = (channel.localAddress() as InetSocketAddress).port

    override fun close() {
        channel.close().syncUninterruptibly()
        // Before the loops, to which workers hand their answers.
        workers.close()
        loops.shutdownGracefully(0, 0, MILLISECONDS).syncUninterruptibly()
        statements.close()
    }

    companion object {
        /** It only passes requests on to the workers. */
        private const val EVENT_LOOPS = 1

        /** As many as may connect at once before the kernel turns them away. */
        private const val BACKLOG = 4096

        /** Requests have no body. */
        private const val LONGEST_REQUEST = 8192

        fun start(
            options: Options,
            statements: Statements = options.database?.let(::Database) ?: Statements.None,
            time: Time = Time.Real,
        ): MiniServer {
            val counters = Counters()
            val work = Work(options.behaviour, options.regressions, statements, counters, time)
            val workers = Workers(options.behaviour.workers, options.regressions.extraThreads)
            val loops = MultiThreadIoEventLoopGroup(EVENT_LOOPS, NioIoHandler.newFactory())
            val connections =
                object : ChannelInitializer<SocketChannel>() {
                    override fun initChannel(channel: SocketChannel) {
                        channel
                            .pipeline()
                            .addLast(HttpServerCodec())
                            .addLast(HttpServerKeepAliveHandler())
                            .addLast(HttpObjectAggregator(LONGEST_REQUEST))
                            .addLast(Connection(work, workers, counters, statements::missing))
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
                    .bind(options.bind, options.port)
                    .syncUninterruptibly()
                    .channel()
            return MiniServer(loops, channel, workers, statements)
        }
    }
}
