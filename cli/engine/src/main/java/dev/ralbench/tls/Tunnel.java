package dev.ralbench.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The way through an HTTP proxy to a service that is reached by TLS (RFC 9110, 9.3.6). */
public final class Tunnel {
    private static final Pattern OPEN = Pattern.compile("HTTP/1\\.[01] 2\\d\\d\\b.*");
    private static final int LONGEST_HEAD = 16 << 10;

    private Tunnel() {}

    /**
     * Asks the proxy at the socket's other end for it; after that the service is there.
     *
     * @param connected its read timeout is how long the proxy may be silent
     * @throws IOException where it opens none
     */
    public static void open(Socket connected, String host, int port) throws IOException {
        var service = host + ":" + port;
        var request = "CONNECT " + service + " HTTP/1.1\r\nHost: " + service + "\r\n\r\n";
        connected.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        var status = head(connected.getInputStream()).lines().findFirst().orElse("it hung up");
        if (!OPEN.matcher(status).matches()) {
            throw new IOException("the proxy opens no tunnel to " + service + ": " + status);
        }
    }

    /** Byte by byte: what follows it is the service's. */
    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        var text = "";
        while (!text.endsWith("\r\n\r\n") && head.size() < LONGEST_HEAD) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
            if (next == '\n') {
                text = head.toString(StandardCharsets.ISO_8859_1);
            }
        }
        return text;
    }
}
