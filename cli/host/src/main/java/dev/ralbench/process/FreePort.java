package dev.ralbench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports for services of our own. */
public final class FreePort {
    private static final int LOWEST = 20_000;
    /** Kubernetes has its services from here on. */
    private static final int AFTER_HIGHEST = 30_000;

    private static final int ATTEMPTS = 50;

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

    /**
     * A TCP port that no process has at this moment; another one may take it later. A service takes seconds until it has
     * it, so it is none of those that the kernel gives to connections and to servers that ask for any.
     */
    public static int next() {
        return ofRange(ProcFs.ofThisMachine().firstPortOfConnections()).orElseGet(FreePort::ofTheKernels);
    }

    private static OptionalInt ofRange(int firstOfTheKernels) {
        int end = Math.min(firstOfTheKernels, AFTER_HIGHEST);
        return end <= LOWEST
                ? OptionalInt.empty()
                : IntStream.generate(() -> ThreadLocalRandom.current().nextInt(LOWEST, end))
                        .limit(ATTEMPTS)
                        .filter(FreePort::isFree)
                        .findFirst();
    }

    private static int ofTheKernels() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback interface", e);
        }
    }
}
