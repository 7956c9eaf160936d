package dev.ralbench.load.net;

import dev.ralbench.http.Redirects;
import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.Traffic;
import org.jspecify.annotations.Nullable;

/** A user's connection over time: one {@link VertxLink} after another, as connections are closed and reopened. */
final class VertxConnection implements UserConnection {
    private final VertxLoop loop;
    private final VertxClients clients;
    private final Redirects.ChainedRequest request;
    private final ResendingConnection.Listener listener;
    private final Traffic traffic = new Traffic();
    private @Nullable VertxLink current;

    VertxConnection(
            VertxLoop loop,
            VertxClients clients,
            Redirects.ChainedRequest request,
            ResendingConnection.Listener listener) {
        this.loop = loop;
        this.clients = clients;
        this.request = request;
        this.listener = listener;
    }

    @Override
    public void open() {
        current = new VertxLink(loop, clients, request, listener, traffic);
        current.open();
    }

    @Override
    public boolean isOpen() {
        return current != null && current.canSend();
    }

    @Override
    public void send() {
        if (current == null) {
            throw new IllegalStateException("send on a connection that is not open");
        }
        current.send();
    }

    @Override
    public Traffic traffic() {
        return traffic;
    }

    @Override
    public void close() {
        if (current != null) {
            current.giveUp();
            current = null;
        }
    }
}
