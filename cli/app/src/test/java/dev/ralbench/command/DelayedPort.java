package dev.ralbench.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A port through which another one is reached later: everything is held back for a while, in both directions. The kernel's
 * own way, netem, is not in every kernel.
 */
final class DelayedPort implements AutoCloseable {
    private static final int CHUNK = 1 << 14;

    private final ServerSocket server;
    private final InetSocketAddress behind;
    private final long nanos;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Opens it.
     *
     * @param host address that it listens on
     * @param oneWay how long it holds back what it passes on
     */
    DelayedPort(String host, InetSocketAddress behind, Duration oneWay) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getByName(host));
        this.behind = behind;
        this.nanos = oneWay.toNanos();
        Thread.ofVirtual().start(this::accept);
    }

    /** Host and port. */
    String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                var caller = server.accept();
                var called = new Socket(behind.getAddress(), behind.getPort());
                sockets.addAll(Set.of(caller, called));
                pass(caller, called);
                pass(called, caller);
            }
        } catch (IOException e) {
            // closed
        }
    }

    private record Chunk(byte[] bytes, long due) {}

    private void pass(Socket from, Socket to) throws IOException {
        to.setTcpNoDelay(true);
        BlockingQueue<Chunk> held = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> read(from, held));
        Thread.ofVirtual().start(() -> write(held, to));
    }

    private void read(Socket from, BlockingQueue<Chunk> held) {
        var buffer = new byte[CHUNK];
        int count = 0;
        while (count >= 0) {
            try {
                count = from.getInputStream().read(buffer);
            } catch (IOException e) {
                count = -1;
            }
            held.add(new Chunk(Arrays.copyOf(buffer, Math.max(0, count)), System.nanoTime() + nanos));
        }
    }

    private static void write(BlockingQueue<Chunk> held, Socket to) {
        try (to) {
            for (var next = held.take(); next.bytes().length > 0; next = held.take()) {
                while (System.nanoTime() < next.due()) {
                    LockSupport.parkNanos(next.due() - System.nanoTime());
                }
                to.getOutputStream().write(next.bytes());
            }
        } catch (IOException e) {
            // the peer has left
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
