package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import java.util.Optional;

/**
 * Makes lean HTTP/1.1 senders.
 *
 * @param eventLoops how many; each is one thread
 * @param ports that connections begin at, part by part; empty to leave that to the kernel
 */
public record NettySenderFactory(Transport transport, int eventLoops, Clock clock, Optional<PortRange> ports)
        implements SenderFactory {
    /** Senders that leave the ports to the kernel. */
    public NettySenderFactory(Transport transport, int eventLoops, Clock clock) {
        this(transport, eventLoops, clock, Optional.empty());
    }

    @Override
    public String description() {
        return "Netty HTTP/1.1 on " + transport.title() + ", " + eventLoops
                + (eventLoops == 1 ? " event loop" : " event loops");
    }

    @Override
    public RequestSender open(ConnectionPlan connections, RequestTemplate request) {
        return new NettySender(this, HttpExchange.with(connections, request));
    }

    @Override
    public CalibrationServer openCalibrationServer() {
        return NettyCalibrationServer.open(transport, 0);
    }
}
