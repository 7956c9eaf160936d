package dev.ralbench.process;

import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Connections that a service has not accepted yet, by the kernel's tables of sockets. These begin with the sockets that
 * listen, and the kernel makes them up while they are read: to stop there is cheap however many connections follow.
 *
 * @param pid a process in the network namespace of the service
 */
public record AcceptQueue(ProcFs proc, long pid, int port) {
    /** How many wait, at all sockets that listen on the port; empty if there is none. */
    public OptionalInt waiting() {
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(table -> proc.listening(pid, table).stream())
                .filter(socket -> socket.port() == port)
                .mapToInt(ListeningSocket::waiting)
                .reduce(Integer::sum);
    }
}
