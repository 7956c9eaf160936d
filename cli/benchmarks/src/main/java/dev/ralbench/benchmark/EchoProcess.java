package dev.ralbench.benchmark;

import dev.ralbench.load.net.EchoServer;
import dev.ralbench.load.net.Transport;

/** An {@link EchoServer} on one event loop, until the process is ended. */
final class EchoProcess {
    private EchoProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (var echo = EchoServer.open(Transport.EPOLL, Integer.parseInt(arguments[0]))) {
            echo.awaitEnd();
        }
    }
}
