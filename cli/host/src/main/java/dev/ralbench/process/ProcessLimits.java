package dev.ralbench.process;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Holds a process of this machine, and all that it starts, to limits: a shell that the process begins as enters the
 * service's control group, lowers its own limit of open files, and becomes the program. Threads are counted by a group:
 * the rlimit of them is about all processes of a user, and does not bind root.
 *
 * @param spec started instead
 * @param group that the process will be in, if it needs one
 */
record ProcessLimits(ServiceSpec spec, Optional<ServiceGroup> group) {
    /** Longest time that the kernel may take to remove the last threads of the process from a group. */
    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    /**
     * Prepares the limits.
     *
     * @param name different from that of any other service
     * @param guard removes the group if ralbench is killed
     * @throws Failure naming the first limit that cannot be enforced
     */
    static ProcessLimits apply(ServiceSpec spec, String name, ProcFs proc, Guard guard) {
        var limits = spec.limits();
        if (limits.isEmpty()) {
            return new ProcessLimits(spec, Optional.empty());
        }
        var group = ServiceGroup.make(limits, groupName(name), GroupParents.of(proc), guard::group);
        return new ProcessLimits(spec.withArguments(limited(spec.arguments(), limits, group)), Optional.of(group));
    }

    /** Makes a group as a start would, and removes it again; has a shell lower its limit of open files. */
    static void check(ResourceLimits limits, String name, ProcFs proc) {
        ServiceGroup.make(limits, groupName(name), GroupParents.of(proc), made -> {})
                .remove();
        limits.openFiles().ifPresent(ProcessLimits::checkOpenFiles);
    }

    private static void checkOpenFiles(int most) {
        var command = List.of("/bin/sh", "-c", openFiles(most));
        try {
            if (new ProcessBuilder(command).start().waitFor() != 0) {
                throw ServiceGroup.cannotBeEnforced(
                        "openFiles", "this user may have fewer than " + most + " (ulimit -H -n shows how many)");
            }
        } catch (IOException e) {
            throw ServiceGroup.cannotBeEnforced("openFiles", String.valueOf(e.getMessage()))
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever is waited for next ends at once
        }
    }

    private static String groupName(String name) {
        return "ralbench-" + name;
    }

    /** Both the soft and the hard one: a JVM raises its soft limit to the hard one. */
    private static String openFiles(int most) {
        return "ulimit -n " + most;
    }

    private static List<String> limited(List<String> arguments, ResourceLimits limits, ServiceGroup group) {
        var steps = new ArrayList<String>();
        group.directories()
                .forEach(directory -> steps.add("echo $$ > " + ShellWords.quoted(directory + "/cgroup.procs")));
        limits.openFiles().ifPresent(most -> steps.add(openFiles(most)));
        steps.add("exec \"$@\"");
        var words = new ArrayList<>(
                List.of("/bin/sh", "-c", steps.stream().collect(Collectors.joining(" && ")), "ralbench-limits"));
        words.addAll(arguments);
        return words;
    }

    /** When the process and all that it started have ended; the guard removes what remains. */
    void end(Clock clock) {
        group.ifPresent(made -> new Pause(clock).until(made::remove, LONGEST_END));
    }
}
