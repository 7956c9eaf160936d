package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.Workload;
import dev.ralbench.tls.TlsLibrary;
import java.util.Optional;

/**
 * Makes lean senders.
 *
 * @param eventLoops how many; each is one thread
 * @param ports that connections begin at, part by part; empty to leave that to the kernel
 * @param tls what encrypts connections by https; empty for what costs least
 * @param http2 which protocol the requests that are to come ask for: results name it
 */
public record NettySenderFactory(
        Transport transport,
        int eventLoops,
        Clock clock,
        Optional<PortRange> ports,
        Optional<TlsLibrary> tls,
        boolean http2)
        implements SenderFactory {
    /** HTTP/1.1, by the best library for TLS. */
    public NettySenderFactory(Transport transport, int eventLoops, Clock clock, Optional<PortRange> ports) {
        this(transport, eventLoops, clock, ports, Optional.empty(), false);
    }

    /** HTTP/1.1, by the best library for TLS; they leave the ports to the kernel. */
    public NettySenderFactory(Transport transport, int eventLoops, Clock clock) {
        this(transport, eventLoops, clock, Optional.empty());
    }

    @Override
    public String description() {
        return "Netty " + (http2 ? "HTTP/2" : "HTTP/1.1") + " on " + transport.title() + ", " + eventLoops
                + (eventLoops == 1 ? " event loop" : " event loops");
    }

    @Override
    public RequestSender open(ConnectionPlan connections, Workload workload) {
        return new NettySender(this, HttpExchange.with(connections, workload, tls));
    }

    @Override
    public CalibrationServer openCalibrationServer(boolean tls) {
        return NettyCalibrationServer.open(transport, 0, tls);
    }
}
