package dev.ralbench.benchmark;

import dev.ralbench.load.net.NettyCalibrationServer;
import dev.ralbench.load.net.Transport;

/** An {@link NettyCalibrationServer} on one event loop, until the process is ended. */
final class CalibrationServerProcess {
    private CalibrationServerProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (var server = NettyCalibrationServer.open(Transport.EPOLL, Integer.parseInt(arguments[0]), false)) {
            server.awaitEnd();
        }
    }
}
