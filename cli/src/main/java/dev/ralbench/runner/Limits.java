package dev.ralbench.runner;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ralbench.Failure;
import java.lang.management.ManagementFactory;

/** What the operating system allows this process, looked at before a load would run into it. */
final class Limits {
    /** For jars, logs, event loops and whatever else is open beside the users' connections. */
    private static final int DESCRIPTORS_BESIDE_USERS = 200;

    private Limits() {}

    /** Every user has a connection, and every connection a file descriptor. */
    static void check(int users) {
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            check(users, unix.getMaxFileDescriptorCount());
        }
    }

    static void check(int users, long descriptors) {
        long needed = (long) users + DESCRIPTORS_BESIDE_USERS;
        if (needed > descriptors) {
            throw Failure.environment(
                    users + " users need " + needed + " file descriptors, and this process may have " + descriptors,
                    "each user has a connection of its own",
                    "ulimit -n " + needed + " in the same shell before ralbench, or fewer users");
        }
    }
}
