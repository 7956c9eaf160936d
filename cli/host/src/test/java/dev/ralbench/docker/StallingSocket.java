package dev.ralbench.docker;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and the engine, until it hangs as an engine may: it takes connections and answers nothing. */
final class StallingSocket implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Path engine;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private volatile boolean stalled;

    StallingSocket(Path path, Path engine) throws IOException {
        this.engine = engine;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        Thread.ofPlatform().daemon().start(this::accept);
    }

    void stall() {
        stalled = true;
    }

    private void accept() {
        try {
            while (true) {
                var client = server.accept();
                var upstream = SocketChannel.open(UnixDomainSocketAddress.of(engine));
                open.add(client);
                open.add(upstream);
                Thread.ofPlatform().daemon().start(() -> copy(client, upstream));
                Thread.ofPlatform().daemon().start(() -> copy(upstream, client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void copy(SocketChannel from, SocketChannel to) {
        var buffer = ByteBuffer.allocate(8192);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining() && !stalled) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException closed) {
            // One of the two hung up.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var channel : open) {
            channel.close();
        }
    }
}
