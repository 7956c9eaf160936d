package dev.ralbench.benchmark;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Requests like the users', so that the server's JVM has compiled for them. */
final class Rehearsal {
    private static final int USERS = 1_000;
    private static final int REQUESTS = 2;
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: rehearsal\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int RESPONSE_BYTES = SmallServer.response().length;

    private Rehearsal() {}

    /** All connect, and ask at the same time; returns when all are answered, and have closed their connections. */
    static void at(int port) throws IOException {
        var users = new ArrayList<Socket>();
        try {
            for (int i = 0; i < USERS; i++) {
                users.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            for (int i = 0; i < REQUESTS; i++) {
                ask(users);
            }
        } finally {
            for (var user : users) {
                user.close();
            }
        }
    }

    private static void ask(List<Socket> users) throws IOException {
        for (var user : users) {
            user.getOutputStream().write(REQUEST);
        }
        for (var user : users) {
            if (user.getInputStream().readNBytes(RESPONSE_BYTES).length < RESPONSE_BYTES) {
                throw new EOFException("a connection ended before its answer");
            }
        }
    }
}
