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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** An HTTP server on loopback that misbehaves on purpose; each connection has a virtual thread. */
public final class FaultyServer implements AutoCloseable {
    private static final int BACKLOG = 4096;

    /** What it does with the requests it gets; {@code number} counts all requests from 0. */
    public interface Behaviour {
        void respond(long number, Exchange exchange) throws IOException;
    }

    /**
     * One request waiting for its response.
     *
     * @param headers as they came, line by line
     */
    public record Exchange(Socket socket, OutputStream out, String requestLine, List<String> headers) {
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

        /** Length of the request without a body. */
        public int headBytes() {
            return requestLine.length()
                    + 2
                    + headers.stream().mapToInt(line -> line.length() + 2).sum();
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
    private final String before;
    private final Behaviour behaviour;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();

    public FaultyServer(Behaviour behaviour) {
        this(plain("127.0.0.1"), "http://127.0.0.1:", behaviour);
    }

    /** The same on the loopback address of IP version 6 alone. */
    public static FaultyServer ofVersion6(Behaviour behaviour) {
        return new FaultyServer(plain("::1"), "http://[::1]:", behaviour);
    }

    /** The same on all addresses of this machine; {@link #url} has that of loopback. */
    public static FaultyServer ofAllAddresses(Behaviour behaviour) {
        return new FaultyServer(plain("0.0.0.0"), "http://127.0.0.1:", behaviour);
    }

    private FaultyServer(ServerSocket server, String before, Behaviour behaviour) {
        this.server = server;
        this.before = before;
        this.behaviour = behaviour;
        Thread.ofVirtual().start(this::accept);
    }

    /** The same by https. */
    public static FaultyServer withTls(SSLContext tls, boolean asksForCertificate, Behaviour behaviour) {
        var server = secured(tls, "127.0.0.1");
        server.setNeedClientAuth(asksForCertificate);
        return new FaultyServer(server, "https://localhost:", behaviour);
    }

    /** The same by https on the loopback address of IP version 6 alone. */
    public static FaultyServer withTlsOfVersion6(SSLContext tls, Behaviour behaviour) {
        return new FaultyServer(secured(tls, "::1"), "https://[::1]:", behaviour);
    }

    private static SSLServerSocket secured(SSLContext tls, String address) {
        try {
            return (SSLServerSocket)
                    tls.getServerSocketFactory().createServerSocket(0, BACKLOG, InetAddress.getAllByName(address)[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket plain(String address) {
        try {
            return new ServerSocket(0, BACKLOG, InetAddress.getAllByName(address)[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI url() {
        return URI.create(before + server.getLocalPort());
    }

    /** Connections that have been accepted. */
    public long connections() {
        return connections.get();
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
                connections.incrementAndGet();
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
                var headers = new ArrayList<String>();
                while (!line.isEmpty()) {
                    line = in.readLine();
                    if (line == null) {
                        return;
                    }
                    headers.add(line);
                }
                behaviour.respond(
                        requests.getAndIncrement(),
                        new Exchange(socket, socket.getOutputStream(), requestLine, List.copyOf(headers)));
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
