package dev.ralbench.load.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandler;
import io.netty.util.concurrent.Future;

/**
 * The protocol of one connection: writes the request, and reads responses for the {@link ResponseHandler} that follows it
 * in the pipeline. All calls come on the connection's event loop.
 */
interface HttpCodec extends ChannelInboundHandler {

    /**
     * Agrees with the server on the protocol; called once, when the connection is established and encrypted.
     *
     * @param deadlineNanos when this has to be done, in the loop's time
     * @return done if requests can be sent; if it failed, the channel is being closed
     */
    Future<?> start(Channel channel, long deadlineNanos);

    /** Whether the server takes another request on this connection. */
    boolean takesRequests();

    /** Writes the request; the last response has ended, and {@link #takesRequests}. */
    void send(Channel channel);

    /** Closes the connection, with a goodbye if the protocol has one. */
    void close(Channel channel);

    /** The server's reason to end the connection, to follow the words that it was closed; empty if it gave none. */
    String reasonOfClose();
}
