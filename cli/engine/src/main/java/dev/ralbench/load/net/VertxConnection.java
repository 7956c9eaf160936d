package dev.ralbench.load.net;

import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.UserRequests;
import org.jspecify.annotations.Nullable;

/** A user's connection over time: one {@link VertxLink} after another, as connections are closed and reopened. */
final class VertxConnection implements UserConnection {
    private final VertxLoop loop;
    private final VertxClients clients;
    private final UserRequests requests;
    private final ResendingConnection.Listener listener;
    private final Traffic traffic = new Traffic();
    private RequestTemplate request;
    private @Nullable VertxLink current;

    VertxConnection(
            VertxLoop loop, VertxClients clients, UserRequests requests, ResendingConnection.Listener listener) {
        this.loop = loop;
        this.clients = clients;
        this.requests = requests;
        this.request = loop.exchange().workload().first();
        this.listener = listener;
    }

    @Override
    public void open() {
        current = new VertxLink(loop, clients, listener, traffic);
        current.open();
    }

    @Override
    public boolean isOpen() {
        return current != null && current.canSend();
    }

    @Override
    public int next() {
        int next = requests.next();
        if (next != UserRequests.NONE) {
            request = requests.step().request().filled(requests.values());
        }
        return next;
    }

    @Override
    public void send() {
        if (current == null) {
            throw new IllegalStateException("send on a connection that is not open");
        }
        current.send(request);
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
