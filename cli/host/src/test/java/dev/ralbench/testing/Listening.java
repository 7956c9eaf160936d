package dev.ralbench.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The sockets of processes that take connections. */
public final class Listening {
    /** In /proc/net/tcp and tcp6: 127.0.0.1, the same within IPv6, and ::1. */
    public static final List<String> LOOPBACK =
            List.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    private static final String STATE = "0A";

    private Listening() {}

    /** The addresses, as the kernel writes them, of the sockets of a process. */
    public static List<String> addresses(long pid) {
        try {
            return read(pid);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> read(long pid) throws IOException {
        var inodes = new HashSet<String>();
        try (var descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (var descriptor : descriptors.toList()) {
                if (Files.isSymbolicLink(descriptor)) {
                    inodes.add(Files.readSymbolicLink(descriptor).toString());
                }
            }
        }
        var addresses = new ArrayList<String>();
        for (var table : List.of("tcp", "tcp6")) {
            for (var line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
                var fields = List.of(line.strip().split("\\s+"));
                if (fields.get(3).equals(STATE) && inodes.contains("socket:[" + fields.get(9) + "]")) {
                    addresses.add(fields.get(1).replaceAll(":.*", ""));
                }
            }
        }
        return addresses;
    }
}
