package dev.ralbench.benchmark;

import dev.ralbench.process.FreePort;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A small server on one CPU of its own, which answers every request with two bytes. */
final class Server implements AutoCloseable {
    private static final int TRIES = 600;
    private static final long BETWEEN_TRIES_MILLIS = 50;
    /** It ends idle ones when fewer than a sixteenth are left. */
    private static final int NGINX_CONNECTIONS = 40_000;

    private static final int OPENSSL_SECONDS = 60;
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final Process process;
    private final Ports ports;
    private final RequestCounter counter;
    private Optional<Socket> counters = Optional.empty();
    private long ownRequests;

    private Server(Process process, Ports ports, RequestCounter counter) {
        this.process = process;
        this.ports = ports;
        this.counter = counter;
    }

    /**
     * Where it says how many requests it has had.
     *
     * @param requests finds their number, as group 1
     * @param countsItself whether asking for it counts
     */
    private record RequestCounter(int port, String path, Pattern requests, boolean countsItself) {
        /** Of nginx: accepted, handled, requests. */
        static RequestCounter ofNginx(int port) {
            return new RequestCounter(port, "/", Pattern.compile("\n \\d+ \\d+ (\\d+) "), true);
        }

        /** Of servers that do not count. */
        static RequestCounter none(int port) {
            return new RequestCounter(port, "/", Pattern.compile("no requests: (\\d+)"), false);
        }
    }

    /** Where it listens: plain HTTP/1.1, HTTP/2 without TLS, TLS with both versions, and its own counters; 0 where it does not. */
    private record Ports(int plain, int http2, int tls, int status) {
        static Ports of(int plain) {
            return new Ports(plain, 0, 0, 0);
        }

        /** None twice, which the kernel may offer. */
        static Ports all() {
            var free = IntStream.generate(FreePort::next).distinct().limit(4).toArray();
            return new Ports(free[0], free[1], free[2], free[3]);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + ports.plain() + "/");
    }

    /** HTTP/2 with prior knowledge. */
    URI http2Url() {
        return URI.create("http://127.0.0.1:" + ports.http2() + "/");
    }

    /** TLS 1.3, by HTTP/1.1 or HTTP/2. */
    URI tlsUrl() {
        return URI.create("https://127.0.0.1:" + ports.tls() + "/");
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** Requests that it has answered or is answering, those of this method not counted. */
    long requests() throws IOException {
        if (counters.isEmpty()) {
            counters = Optional.of(new Socket(InetAddress.getLoopbackAddress(), counter.port()));
        }
        var request = "GET " + counter.path() + " HTTP/1.1\r\nHost: counters\r\n\r\n";
        counters.get().getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        ownRequests += counter.countsItself() ? 1 : 0;
        var found = counter.requests().matcher(response(counters.get()));
        if (!found.find()) {
            throw new IOException(counter.path() + " of the server has no number of requests");
        }
        return Long.parseLong(found.group(1)) - ownRequests;
    }

    /** All of it, so that nothing is left for the next one. */
    private static String response(Socket socket) throws IOException {
        var response = new StringBuilder();
        var buffer = new byte[Math.toIntExact(64 * KIB)];
        while (true) {
            int got = socket.getInputStream().read(buffer);
            if (got < 0) {
                throw new IOException("the server closed the connection of its counters");
            }
            response.append(new String(buffer, 0, got, StandardCharsets.US_ASCII));
            int body = response.indexOf("\r\n\r\n") + 4;
            var length = CONTENT_LENGTH.matcher(response);
            if (body >= 4 && length.find() && response.length() - body >= Integer.parseInt(length.group(1))) {
                return response.toString();
            }
        }
    }

    /** The service that can be made worse on purpose, with 1 ms of waiting in each request. */
    static Server mini(int cpu, Path home) throws IOException, InterruptedException {
        int port = FreePort.next();
        var jar = home.resolve("targets/mini/target/mini.jar");
        if (!Files.exists(jar)) {
            throw new IOException("targets/mini is not built: run a scenario that has it, such as selftest");
        }
        var command = List.of(
                JAVA,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256M",
                "--enable-native-access=ALL-UNNAMED",
                "-jar",
                jar.toString(),
                "--port=" + port,
                "--wait=1ms");
        return start(
                String.valueOf(cpu),
                command,
                Ports.of(port),
                new RequestCounter(port, "/counters", Pattern.compile("(?m)^mini_completed_total (\\d+)"), false));
    }

    /** One worker; a connection may serve as many requests as it likes. */
    static Server nginx(int cpu, Path directory) throws IOException, InterruptedException {
        return nginx(String.valueOf(cpu), 1, directory, Optional.empty());
    }

    /**
     * {@code /} has two bytes, {@code /100k} 100 KiB and {@code /10m} 10 MiB; and what {@link FourSteps} sends.
     *
     * @param cpus as {@code taskset} takes them
     * @param identity certificate and key for TLS
     */
    static Server nginx(String cpus, int workers, Path directory, Optional<Identity> identity)
            throws IOException, InterruptedException {
        var ports = Ports.all();
        sized(directory.resolve("100k"), 100 * KIB);
        sized(directory.resolve("10m"), 10 * MIB);
        var tls = identity.map(files ->
                        "listen 127.0.0.1:%d ssl http2; ssl_certificate %s; ssl_certificate_key %s; ssl_protocols TLSv1.3;"
                                .formatted(ports.tls(), files.certificate(), files.key()))
                .orElse("");
        var settings = Files.writeString(directory.resolve("nginx.conf"), """
                daemon off;
                user root; # of the directory, if this is root; without meaning to others
                worker_processes %4$d;
                pid %1$s/nginx.pid;
                error_log stderr error;
                events { worker_connections %2$d; }
                http {
                    access_log off;
                    client_body_temp_path %1$s; proxy_temp_path %1$s; fastcgi_temp_path %1$s;
                    uwsgi_temp_path %1$s; scgi_temp_path %1$s;
                    keepalive_requests 1000000000;
                    keepalive_timeout 600s;
                    sendfile on;
                    server {
                        listen 127.0.0.1:%3$d backlog=20000;
                        listen 127.0.0.1:%5$d http2;
                        %6$s
                        root %1$s;
                        location / { default_type text/plain; return 200 "ok"; }
                        location = /100k { }
                        location = /10m { }
                        location /bodies/ { }
                        %8$s
                    }
                    server {
                        listen 127.0.0.1:%7$d;
                        location / { stub_status; }
                    }
                }
                """.formatted(
                        directory,
                        NGINX_CONNECTIONS,
                        ports.plain(),
                        workers,
                        ports.http2(),
                        tls,
                        ports.status(),
                        FourSteps.locations()));
        return start(
                cpus,
                List.of("nginx", "-p", directory.toString(), "-c", settings.toString()),
                ports,
                RequestCounter.ofNginx(ports.status()));
    }

    private static void sized(Path path, long bytes) throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    /** Files that a server proves itself by. */
    record Identity(Path certificate, Path key) {
        /** Signed by itself; made by {@code openssl}. */
        static Identity create(Child child, Path directory) throws IOException, InterruptedException {
            var made = new Identity(directory.resolve("certificate.pem"), directory.resolve("key.pem"));
            var command = List.of(
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "rsa:2048",
                    "-nodes",
                    "-subj",
                    "/CN=localhost",
                    "-keyout",
                    made.key().toString(),
                    "-out",
                    made.certificate().toString());
            var usage = child.run(command, directory, OPENSSL_SECONDS);
            if (usage.exitCode() != 0) {
                throw new IOException("openssl makes no certificate:\n" + usage.output());
            }
            return made;
        }
    }

    /** ralbench's own echo, as a process of its own. */
    static Server echo(int cpu) throws IOException, InterruptedException {
        return java(cpu, CalibrationServerProcess.class);
    }

    /** Answers by a script that begins with its first request. */
    static Server script(int cpu, Script script) throws IOException, InterruptedException {
        return java(cpu, ScriptProcess.class, script.name());
    }

    private static Server java(int cpu, Class<?> main, String... arguments) throws IOException, InterruptedException {
        int port = FreePort.next();
        var command = List.of(
                JAVA,
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                String.valueOf(port));
        return start(
                String.valueOf(cpu),
                Commands.join(command, List.of(arguments)),
                Ports.of(port),
                RequestCounter.none(port));
    }

    private static Server start(String cpus, List<String> command, Ports ports, RequestCounter counter)
            throws IOException, InterruptedException {
        var process = new ProcessBuilder(Commands.pinned(cpus, command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        for (int i = 0; i < TRIES; i++) {
            if (isListening(ports.plain())) {
                return new Server(process, ports, counter);
            }
            if (process.waitFor(BETWEEN_TRIES_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(command + " ended with " + process.exitValue());
            }
        }
        process.destroyForcibly();
        throw new IOException(command + " does not listen on port " + ports.plain());
    }

    private static boolean isListening(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (counters.isPresent()) {
                counters.get().close();
            }
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
