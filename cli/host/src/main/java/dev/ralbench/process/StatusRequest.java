package dev.ralbench.process;

import dev.ralbench.Printable;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsFailure;
import dev.ralbench.tls.Tunnel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Asks a service for its status over a socket of its own: cheap enough to be repeated every few milliseconds, and
 * nothing of it stays behind in a connection pool.
 *
 * @param address where to connect
 * @param service host and port of the service, whose address is another where there is a proxy
 * @param tls present where the service speaks https
 */
public record StatusRequest(InetSocketAddress address, InetSocketAddress service, String path, Optional<TlsClient> tls)
        implements ReadyCheck {
    private static final int CONNECT_MILLIS = 1000;
    /** A proxy answers when it has connected itself. */
    private static final int TUNNEL_MILLIS = 5000;
    /** How often a wait for the answer looks whether it should go on. */
    private static final int LOOK_MILLIS = 50;

    private static final int LONGEST_STATUS_LINE = 1024;
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})\\b.*");

    /** A frame of that type, of no stream, as HTTP/2 begins with (RFC 9113, 3.4 and 6.5). */
    private static final Pattern SETTINGS =
            Pattern.compile("\\x00\\x00[\\x00-\\xff]\\x04\\x00\\x00{4}", Pattern.DOTALL);

    /** Asks the service itself. */
    public StatusRequest(InetSocketAddress address, String path, Optional<TlsClient> tls) {
        this(address, address, path, tls);
    }

    /** What came of it. */
    public sealed interface Answer {
        record Status(int code) implements Answer {
            public boolean isSuccess() {
                return code / 100 == 2;
            }

            @Override
            public String toString() {
                return "status " + code;
            }
        }

        /** Settings of HTTP/2 instead of an answer: somebody is there who does not speak HTTP/1.1. */
        record OtherVersion() implements Answer {
            @Override
            public String toString() {
                return "speaks HTTP/2 and not HTTP/1.1, by which it is asked whether it is ready";
            }
        }

        /**
         * No answer that could be understood.
         *
         * @param reason in the words of the operating system or of {@link TlsFailure}
         * @param remedy where the reason has one of its own
         */
        record None(String reason, Optional<String> remedy) implements Answer {
            public None(String reason) {
                this(reason, Optional.empty());
            }

            private static None of(TlsFailure failure) {
                return new None(failure.words(), Optional.of(failure.remedy()));
            }

            @Override
            public String toString() {
                return reason + remedy.map(text -> " (" + text + ")").orElse("");
            }
        }
    }

    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        var answer = ask(goOn);
        return answer instanceof Answer.Status status && status.isSuccess()
                ? Optional.empty()
                : Optional.of(answer.toString());
    }

    /** One request; waits for the answer for as long as {@code goOn} holds. */
    public Answer ask(BooleanSupplier goOn) {
        try (var plain = new Socket();
                var socket = connected(plain)) {
            socket.getOutputStream().write(request().getBytes(StandardCharsets.US_ASCII));
            var line = statusLine(socket, goOn);
            if (SETTINGS.matcher(line).lookingAt()) {
                return new Answer.OtherVersion();
            }
            if (line.isEmpty()) {
                return tls.flatMap(TlsFailure::ofClosed)
                        .map(Answer.None::of)
                        .orElseGet(() -> new Answer.None("connected, but no answer"));
            }
            var matcher = STATUS_LINE.matcher(line);
            return matcher.matches()
                    ? new Answer.Status(Integer.parseInt(matcher.group(1)))
                    : new Answer.None("not HTTP: " + Printable.line(line));
        } catch (IOException e) {
            return tls.flatMap(client -> TlsFailure.of(e, client))
                    .map(Answer.None::of)
                    .orElseGet(() -> new Answer.None(String.valueOf(e.getMessage())));
        }
    }

    private Socket connected(Socket plain) throws IOException {
        plain.connect(address, CONNECT_MILLIS);
        if (tls.isEmpty()) {
            plain.setSoTimeout(LOOK_MILLIS);
            return plain;
        }
        if (isBehindProxy()) {
            plain.setSoTimeout(TUNNEL_MILLIS);
            Tunnel.open(plain, service.getHostString(), service.getPort());
        }
        plain.setSoTimeout(CONNECT_MILLIS);
        var socket = tls.get().over(plain, service.getHostString(), service.getPort());
        socket.startHandshake();
        socket.setSoTimeout(LOOK_MILLIS);
        return socket;
    }

    private boolean isBehindProxy() {
        return !service.equals(address);
    }

    /** A proxy forwards what names the service as well (RFC 9112, 3.2.2). */
    private String request() {
        var host = service.getHostString() + ":" + service.getPort();
        var asked = isBehindProxy() && tls.isEmpty() ? "http://" + host + path : path;
        return "GET " + asked + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nAccept: */*\r\n\r\n";
    }

    private static String statusLine(Socket socket, BooleanSupplier goOn) throws IOException {
        var line = new ByteArrayOutputStream();
        var in = socket.getInputStream();
        while (goOn.getAsBoolean() && line.size() < LONGEST_STATUS_LINE) {
            try {
                int next = in.read();
                if (next < 0 || next == '\n') {
                    break;
                }
                line.write(next);
            } catch (SocketTimeoutException e) {
                // Nothing within this look; the loop decides whether to go on waiting.
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }
}
