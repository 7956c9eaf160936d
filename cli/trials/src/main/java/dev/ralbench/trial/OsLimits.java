package dev.ralbench.trial;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/** The operating system's limits for this process, read before a load would run into them. */
final class OsLimits {
    /** Descriptors for jars, logs, event loops and whatever else is open next to the users' connections. */
    private static final int DESCRIPTORS_BESIDE_USERS = 200;

    private OsLimits() {}

    /**
     * Every user has a connection, and every connection a file descriptor and, to one target, a local port.
     *
     * @param users with a connection at the same time
     * @param usersOfTarget those of them with a connection to the same target
     * @param sources local addresses that connections begin at; empty for the one that the kernel chooses
     */
    static void check(int users, int usersOfTarget, List<InetAddress> sources) {
        sources.forEach(OsLimits::checkAddress);
        checkPorts(usersOfTarget, Math.max(1, sources.size()), ProcFs.ofThisMachine());
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            checkDescriptors(users, unix.getMaxFileDescriptorCount());
        }
    }

    private static void checkAddress(InetAddress address) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
        } catch (IOException e) {
            throw Failure.usage(
                            "load.sourceAddresses: this machine has no address " + address.getHostAddress(),
                            String.valueOf(e.getMessage()),
                            "ip address shows those that it has; all of 127.0.0.0/8 are there for targets on loopback")
                    .causedBy(e);
        }
    }

    /** @param addresses how many local ones connections begin at, each with the ports to itself */
    static void checkPorts(int users, int addresses, ProcFs proc) {
        proc.localPorts().ifPresent(ports -> {
            long all = (long) ports.count() * addresses;
            if (users > all) {
                throw Failure.environment(
                        users + " users need as many local ports, and there are " + all + " (" + inWords(ports)
                                + (addresses == 1 ? "" : ", at each of " + addresses + " addresses") + ")",
                        "each connection to the same target takes a port of its own",
                        "sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\" gives up to 64512, more local addresses"
                                + " (load.sourceAddresses: [127.0.0.2-127.0.0." + (1 + needed(users, ports.count()))
                                + "] for a target on loopback) as many again, or fewer users");
            }
        });
    }

    private static String inWords(ProcFs.Ports ports) {
        return ports.first() + " to " + ports.last()
                + (ports.reserved() == 0 ? "" : " without " + ports.reserved() + " reserved ones");
    }

    /** How many addresses would do. */
    private static int needed(int users, int ports) {
        return Math.clamp(ports == 0 ? 253 : Math.ceilDiv(users, ports), 1, 253);
    }

    static void checkDescriptors(int users, long descriptors) {
        long needed = (long) users + DESCRIPTORS_BESIDE_USERS;
        if (needed > descriptors) {
            throw Failure.environment(
                    users + " users need " + needed + " file descriptors, and this process may have " + descriptors,
                    "each user has a connection of its own",
                    "run ulimit -n " + needed + " in this shell first, or use fewer users");
        }
    }
}
