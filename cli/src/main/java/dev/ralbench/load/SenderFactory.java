package dev.ralbench.load;

import java.net.URI;
import java.time.Duration;

/** Makes the sender for one trial. */
public interface SenderFactory {
    /** What the senders are, for the result: transport, event loops. */
    String description();

    /**
     * Opens the event loops; no connection yet.
     *
     * @param baseUrl scheme, host and port of the target
     * @param keepAlive whether a connection serves more than one request
     * @param connectTimeout how long setting up a connection may take
     */
    RequestSender open(URI baseUrl, RequestTemplate request, boolean keepAlive, Duration connectTimeout);

    /** Starts a server in this process for the senders to be measured against. */
    Echo openEcho();
}
