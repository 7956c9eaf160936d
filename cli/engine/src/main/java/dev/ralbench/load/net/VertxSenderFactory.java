package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.Echo;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;

/**
 * Makes senders on Vert.x, for what the lean one does not have: HTTP/2, redirects, proxies.
 *
 * @param eventLoops how many; each is one thread
 * @param http2 which protocol the requests that are to come ask for: it is said in results, and calibrated
 */
public record VertxSenderFactory(Transport transport, int eventLoops, boolean http2, Clock clock)
        implements SenderFactory {

    @Override
    public String description() {
        return "Vert.x " + (http2 ? "HTTP/2" : "HTTP/1.1") + " on " + transport.title() + ", " + eventLoops
                + (eventLoops == 1 ? " event loop" : " event loops");
    }

    @Override
    public RequestSender open(ConnectionPlan connections, RequestTemplate request) {
        return new VertxSender(this, VertxExchange.with(connections, request));
    }

    @Override
    public Echo openEcho() {
        return http2 ? VertxEcho.open(transport) : EchoServer.open(transport, 0);
    }
}
