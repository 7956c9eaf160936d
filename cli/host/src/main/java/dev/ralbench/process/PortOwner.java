package dev.ralbench.process;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out which process listens on a TCP port, from the kernel's table of sockets. */
public record PortOwner(ProcFs proc) {
    private static final long INIT = 1;

    /** Three answers: the tables are not everywhere, and another user's descriptors cannot be read. */
    public enum ListenState {
        YES,
        NO,
        UNKNOWN,
    }

    public ListenState listens(Collection<Long> pids, int port) {
        var listening = socketsOn(port);
        if (listening.isEmpty()) {
            return ListenState.UNKNOWN; // in a container with a network of its own, or no /proc
        }
        var open = pids.stream().map(proc::sockets).toList();
        if (open.stream().flatMap(Optional::stream).flatMap(Set::stream).anyMatch(listening::contains)) {
            return ListenState.YES;
        }
        return open.stream().allMatch(Optional::isPresent) ? ListenState.NO : ListenState.UNKNOWN;
    }

    /**
     * A process that listens on a port although none of the given ones does; empty if one of them does, or may do. If
     * several share the socket, it is the last of them: the one before may have opened it for all services of the machine,
     * and that process, ralbench or its parents are no service.
     */
    public Optional<Long> otherOwner(Collection<Long> pids, int port) {
        if (listens(pids, port) != ListenState.NO) {
            return Optional.empty();
        }
        var listening = socketsOn(port);
        return proc.pids().stream()
                .filter(pid -> proc.sockets(pid).stream().flatMap(Set::stream).anyMatch(listening::contains))
                .filter(pid -> pid != INIT && !isAboveThisProcess(pid))
                .reduce((one, next) -> next);
    }

    /** The ports on which any of the processes listens, as far as their descriptors can be read. */
    public SortedSet<Integer> ports(Collection<Long> pids) {
        var open = pids.stream()
                .flatMap(pid -> proc.sockets(pid).stream())
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        return listening()
                .filter(socket -> open.contains(socket.inode()))
                .map(ListeningSocket::port)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isAboveThisProcess(long pid) {
        return Stream.iterate(
                        Optional.of(ProcessHandle.current()),
                        Optional::isPresent,
                        process -> process.flatMap(ProcessHandle::parent))
                .flatMap(Optional::stream)
                .anyMatch(process -> process.pid() == pid);
    }

    /** The ids of the sockets that listen on the port, on any address. */
    private Set<String> socketsOn(int port) {
        return listening()
                .filter(socket -> socket.port() == port)
                .map(ListeningSocket::inode)
                .collect(Collectors.toSet());
    }

    private Stream<ListeningSocket> listening() {
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(table -> proc.lines(table).stream())
                .flatMap(line -> ListeningSocket.parse(line).stream());
    }
}
