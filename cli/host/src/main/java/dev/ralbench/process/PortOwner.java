package dev.ralbench.process;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out which process listens on a TCP port, from the kernel's table of sockets; see proc_net_tcp(5). */
public record PortOwner(ProcFs proc) {
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";
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
        var suffix = String.format(Locale.ROOT, ":%04X", port);
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(table -> proc.lines(table).stream())
                .map(line -> List.of(line.strip().split("\\s+")))
                .filter(columns -> columns.size() > INODE
                        && columns.get(STATE).equals(LISTENING)
                        && columns.get(LOCAL_ADDRESS).endsWith(suffix))
                .map(columns -> columns.get(INODE))
                .collect(Collectors.toSet());
    }
}
