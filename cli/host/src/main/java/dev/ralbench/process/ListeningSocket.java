package dev.ralbench.process;

import java.util.List;
import java.util.Optional;

/**
 * A socket that listens, as the kernel's table of TCP sockets has it; see proc_net_tcp(5).
 *
 * @param inode the id by which descriptors name it
 * @param waiting connections that wait to be accepted
 */
record ListeningSocket(int port, String inode, int waiting) {
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";
    private static final int HEX = 16;

    /** The socket of a line; empty if it does not listen. */
    static Optional<ListeningSocket> parse(String line) {
        var columns = List.of(line.strip().split("\\s+"));
        return columns.size() > INODE && columns.get(STATE).equals(LISTENING)
                ? Optional.of(new ListeningSocket(
                        afterColon(columns.get(LOCAL_ADDRESS)), columns.get(INODE), afterColon(columns.get(QUEUES))))
                : Optional.empty();
    }

    /** Of an address its port, of the two queues that of received data, which for this socket are connections. */
    private static int afterColon(String pair) {
        return Integer.parseUnsignedInt(pair.substring(pair.indexOf(':') + 1), HEX);
    }
}
