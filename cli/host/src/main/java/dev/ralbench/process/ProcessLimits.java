package dev.ralbench.process;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Holds a process of this machine, and all that it starts, to limits, and has the kernel count their CPU time: a shell
 * that the process begins as enters the service's control group, lowers its own limit of open files, and becomes the
 * program. Threads are counted by a group: the rlimit of them is about all processes of a user, and does not bind root.
 *
 * @param arguments of the process to be started
 * @param group that the process will be in
 */
record ProcessLimits(List<String> arguments, ServiceGroup group) {
    /** Longest time that the kernel may take to remove the last threads of the process from a group. */
    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    ProcessLimits {
        arguments = List.copyOf(arguments);
    }

    /**
     * Prepares the limits.
     *
     * @param name different from that of any other service
     * @param guard removes the group if ralbench is killed
     * @throws Failure naming the first limit that cannot be enforced
     */
    static ProcessLimits apply(ServiceSpec spec, String name, ProcFs proc, Guard guard) {
        var limits = spec.limits();
        var parents = GroupParents.of(proc);
        var groupName = ServiceGroup.name(name);
        var group =
                ServiceGroup.make(limits, groupName, parents, guard::group).counting(groupName, parents, guard::group);
        return new ProcessLimits(limited(spec.arguments(), limits, group), group);
    }

    /** Makes a group as a start would, and removes it again; has a shell lower its limit of open files. */
    static void check(ResourceLimits limits, String name, ProcFs proc) {
        ServiceGroup.make(limits, ServiceGroup.name(name), GroupParents.of(proc), made -> {})
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

    /** Both the soft and the hard one: a JVM raises its soft limit to the hard one. */
    private static String openFiles(int most) {
        return "ulimit -n " + most;
    }

    private static String entry(Path directory) {
        return "echo $$ > " + ShellWords.quoted(directory + "/cgroup.procs");
    }

    private static List<String> limited(List<String> arguments, ResourceLimits limits, ServiceGroup group) {
        if (limits.isEmpty() && group.counting().isEmpty()) {
            return arguments;
        }
        var steps = new ArrayList<String>();
        group.directories().forEach(directory -> steps.add(entry(directory)));
        group.counting().ifPresent(directory -> steps.add("{ { " + entry(directory) + "; } 2> /dev/null || :; }"));
        limits.openFiles().ifPresent(most -> steps.add(openFiles(most)));
        steps.add("exec \"$@\"");
        var words = new ArrayList<>(
                List.of("/bin/sh", "-c", steps.stream().collect(Collectors.joining(" && ")), "ralbench-limits"));
        words.addAll(arguments);
        return words;
    }

    /** When the process and all that it started have ended; the guard removes what remains. */
    void end(Clock clock) {
        new Pause(clock).until(group::remove, LONGEST_END);
    }
}
