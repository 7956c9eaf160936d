package dev.ralbench.load.net;

import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.UserRequests;
import org.jspecify.annotations.Nullable;

/** A user's connection over time: one {@link VertxLink} after another, as connections are closed and reopened. */
final class VertxConnection implements UserConnection {
    private final VertxLoop loop;
    private final VertxClients clients;
    private final UserRequests requests;
    private final VertxSession session;
    private final ResendingConnection.Listener listener;
    private final Traffic traffic = new Traffic();
    private @Nullable VertxLink current;

    VertxConnection(
            VertxLoop loop, VertxClients clients, UserRequests requests, ResendingConnection.Listener listener) {
        this.loop = loop;
        this.clients = clients;
        this.requests = requests;
        this.session = new VertxSession(requests, loop.exchange().workload().hasJourneys());
        this.listener = listener;
    }

    @Override
    public void open() {
        current = new VertxLink(loop, clients, session, listener, traffic);
        current.open();
    }

    @Override
    public boolean isOpen() {
        return current != null && current.canSend();
    }

    @Override
    public UserRequests requests() {
        return requests;
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
