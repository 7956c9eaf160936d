package dev.ralbench.benchmark;

import dev.ralbench.process.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A small server on one CPU of its own, which answers every request with two bytes. */
final class Server implements AutoCloseable {
    private static final int TRIES = 600;
    private static final long BETWEEN_TRIES_MILLIS = 50;
    /** It ends idle ones when fewer than a sixteenth are left. */
    private static final int NGINX_CONNECTIONS = 40_000;

    private final Process process;
    private final URI url;

    private Server(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    URI url() {
        return url;
    }

    /** One worker; a connection may serve as many requests as it likes. */
    static Server nginx(int cpu, Path directory) throws IOException, InterruptedException {
        int port = FreePort.next();
        var settings =
                Files.writeString(directory.resolve("nginx.conf"), """
                daemon off;
                worker_processes 1;
                pid %1$s/nginx.pid;
                error_log stderr error;
                events { worker_connections %2$d; }
                http {
                    access_log off;
                    client_body_temp_path %1$s; proxy_temp_path %1$s; fastcgi_temp_path %1$s;
                    uwsgi_temp_path %1$s; scgi_temp_path %1$s;
                    keepalive_requests 1000000000;
                    keepalive_timeout 600s;
                    server {
                        listen 127.0.0.1:%3$d backlog=20000;
                        location / { default_type text/plain; return 200 "ok"; }
                    }
                }
                """.formatted(directory, NGINX_CONNECTIONS, port));
        return start(cpu, List.of("nginx", "-p", directory.toString(), "-c", settings.toString()), port);
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
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                String.valueOf(port));
        return start(cpu, Commands.join(command, List.of(arguments)), port);
    }

    private static Server start(int cpu, List<String> command, int port) throws IOException, InterruptedException {
        var process = new ProcessBuilder(Commands.pinned(cpu, command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        for (int i = 0; i < TRIES; i++) {
            if (isListening(port)) {
                return new Server(process, URI.create("http://127.0.0.1:" + port + "/"));
            }
            if (process.waitFor(BETWEEN_TRIES_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(command + " ended with " + process.exitValue());
            }
        }
        process.destroyForcibly();
        throw new IOException(command + " does not listen on port " + port);
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
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
