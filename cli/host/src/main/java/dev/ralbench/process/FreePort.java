package dev.ralbench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports for services of our own. */
public final class FreePort {
    private FreePort() {}

    /** Whether no process listens on a TCP port, at this moment. */
    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true); // connections that have ended do not count
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A TCP port of the loopback interface that no process has at this moment; another one may take it later. */
    public static int next() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback interface", e);
        }
    }
}
