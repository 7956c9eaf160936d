package dev.ralbench.runner;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import java.lang.management.ManagementFactory;

/** What the operating system allows this process, looked at before a load would run into it. */
final class Limits {
    /** For jars, logs, event loops and whatever else is open beside the users' connections. */
    private static final int DESCRIPTORS_BESIDE_USERS = 200;

    private Limits() {}

    /**
     * Every user has a connection, and every connection a file descriptor and, to one target, a local port.
     *
     * @param users with a connection at the same time
     * @param usersOfTarget those of them with a connection to the same target
     */
    static void check(int users, int usersOfTarget) {
        checkPorts(usersOfTarget, ProcFs.ofThisMachine());
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            checkDescriptors(users, unix.getMaxFileDescriptorCount());
        }
    }

    static void checkPorts(int users, ProcFs proc) {
        proc.localPorts().filter(ports -> users > ports.count()).ifPresent(ports -> {
            throw Failure.environment(
                    users + " users need as many local ports, and there are " + ports.count() + " (" + ports.first()
                            + " to " + ports.last() + ")",
                    "each connection to the same target takes a port of its own",
                    "sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\" gives 64512, or fewer users");
        });
    }

    static void checkDescriptors(int users, long descriptors) {
        long needed = (long) users + DESCRIPTORS_BESIDE_USERS;
        if (needed > descriptors) {
            throw Failure.environment(
                    users + " users need " + needed + " file descriptors, and this process may have " + descriptors,
                    "each user has a connection of its own",
                    "ulimit -n " + needed + " in the same shell before ralbench, or fewer users");
        }
    }
}
