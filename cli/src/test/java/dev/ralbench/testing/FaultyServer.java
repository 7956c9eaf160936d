package dev.ralbench.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** An HTTP server on loopback that misbehaves on purpose; each connection has a virtual thread. */
public final class FaultyServer implements AutoCloseable {
    private static final int BACKLOG = 4096;

    /** What it does with the requests it gets; {@code number} counts all requests from 0. */
    public interface Behaviour {
        void answer(long number, Exchange exchange) throws IOException;
    }

    /** One request waiting for its answer. */
    public record Exchange(Socket socket, OutputStream out, String requestLine) {
        public void send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        public void ok() throws IOException {
            send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        }

        public void status(int status) throws IOException {
            send("HTTP/1.1 " + status + " Whatever\r\nContent-Length: 4\r\n\r\nbad!");
        }

        /** Ends the connection with RST instead of FIN. */
        public void reset() throws IOException {
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            socket.close();
        }

        public void pause(Duration duration) {
            long until = System.nanoTime() + duration.toNanos();
            while (System.nanoTime() < until) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
        }
    }

    private final ServerSocket server;
    private final Behaviour behaviour;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();

    public FaultyServer(Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** Requests that have arrived. */
    public long requests() {
        return requests.get();
    }

    private void accept() {
        try {
            while (true) {
                var socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // close() ends the loop
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                var requestLine = line;
                while (!line.isEmpty()) {
                    line = in.readLine();
                    if (line == null) {
                        return;
                    }
                }
                behaviour.answer(
                        requests.getAndIncrement(), new Exchange(socket, socket.getOutputStream(), requestLine));
            }
        } catch (IOException gone) {
            // the client gave the connection up, or the behaviour closed it
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (var socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
