package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.Workload;

/**
 * Makes senders on Vert.x, for features that the lean one lacks: journeys, redirects and proxies.
 *
 * @param eventLoops how many; each is one thread
 * @param http2 which protocol the requests that are to come ask for: results name it
 */
public record VertxSenderFactory(Transport transport, int eventLoops, boolean http2, Clock clock)
        implements SenderFactory {

    @Override
    public String description() {
        return "Vert.x " + (http2 ? "HTTP/2" : "HTTP/1.1") + " on " + transport.title() + ", " + eventLoops
                + (eventLoops == 1 ? " event loop" : " event loops");
    }

    @Override
    public RequestSender open(ConnectionPlan connections, Workload workload) {
        return new VertxSender(this, VertxExchange.with(connections, workload));
    }

    @Override
    public CalibrationServer openCalibrationServer(boolean tls) {
        return NettyCalibrationServer.open(transport, 0, tls);
    }
}
