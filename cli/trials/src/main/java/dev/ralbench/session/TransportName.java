package dev.ralbench.session;

import dev.ralbench.load.net.Transport;
import java.util.Locale;

/** How event loops can talk to the kernel, cheapest first. Not every machine allows each. */
public enum TransportName {
    IO_URING(Transport.IO_URING),
    EPOLL(Transport.EPOLL),
    NIO(Transport.NIO);

    private final Transport transport;

    TransportName(Transport transport) {
        this.transport = transport;
    }

    Transport transport() {
        return transport;
    }

    /** The name in lower case, as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
