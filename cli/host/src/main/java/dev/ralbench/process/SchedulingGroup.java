package dev.ralbench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The group that a service shares a busy machine in: the scheduler first divides CPU time among groups. For containers
 * it is the group that holds all of them: its weight, and not that of the single container, decides the share of
 * services next to the load generator. For processes it is their own group, else their session.
 *
 * @param path within the hierarchy of groups, such as {@code /docker}
 * @param weight name and value, such as {@code cpu.shares 1024}; only the name if it has none of its own
 */
public record SchedulingGroup(String path, String weight) {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final String OF_VERSION_2 = "cpu.weight";

    /** The group of any service, in words; empty if the system has none, or it is unreadable. */
    public static Optional<String> of(long pid, ProcFs proc) {
        var own = ownOf(pid, proc);
        var group = (isContainer(pid, proc) ? own.flatMap(GroupPath::parent) : own.map(GroupPath::withController))
                .map(GroupPath::group)
                .filter(found -> !found.path().equals("/"));
        return group.isPresent() ? group.map(SchedulingGroup::toString) : session(pid, proc);
    }

    /** Containers have process ids of their own; unlike the namespace itself, these may be read by everybody. */
    private static boolean isContainer(long pid, ProcFs proc) {
        return proc.status(pid).filter(StatusFile::isInOtherNamespace).isPresent();
    }

    /** Sessions are groups if the kernel makes them so; only the kernel uses the number. */
    private static Optional<String> session(long pid, ProcFs proc) {
        var text = proc.text(pid + "/autogroup").orElse("").strip();
        int space = text.indexOf(' ');
        return space < 0 ? Optional.empty() : Optional.of("session, autogroup " + text.substring(space + 1));
    }

    private static Optional<GroupPath> ownOf(long pid, ProcFs proc) {
        try {
            return ownOf(Files.readAllLines(proc.root().resolve(pid + "/cgroup")), MOUNT);
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /** @param groups lines of {@code id:controllers:path}; version 2 has no controllers and a single hierarchy */
    static Optional<GroupPath> ownOf(List<String> groups, Path mount) {
        var fields = groups.stream()
                .map(line -> List.of(line.split(":", 3)))
                .filter(group -> group.size() == 3 && group.get(2).startsWith("/"))
                .toList();
        for (var group : fields) {
            if (List.of(group.get(1).split(",", -1)).contains("cpu")) {
                return Optional.of(new GroupPath(group.get(2), mount.resolve(group.get(1)), "cpu.shares"));
            }
        }
        for (var group : fields) {
            if (group.get(1).isEmpty()) {
                return Optional.of(new GroupPath(group.get(2), mount, OF_VERSION_2));
            }
        }
        return Optional.empty();
    }

    /**
     * Where a group is.
     *
     * @param path within the hierarchy
     * @param hierarchy the directory that it is mounted on
     * @param file that holds a group's weight
     */
    record GroupPath(String path, Path hierarchy, String file) {
        Optional<GroupPath> parent() {
            int end = path.lastIndexOf('/');
            return end < 0
                    ? Optional.empty()
                    : Optional.of(new GroupPath(end == 0 ? "/" : path.substring(0, end), hierarchy, file));
        }

        /**
         * The group that the scheduler sees: one of version 2 that was made without the controller of the CPU, as
         * those that only count are, is a part of the one above it.
         */
        GroupPath withController() {
            var above = parent();
            return !file.equals(OF_VERSION_2) || path.equals("/") || above.isEmpty() || Files.exists(weight())
                    ? this
                    : above.get().withController();
        }

        private Path weight() {
            return hierarchy.resolve(path.substring(1)).resolve(file);
        }

        SchedulingGroup group() {
            var weight = KernelFiles.read(weight()).orElse("");
            return new SchedulingGroup(path, (file + " " + weight).strip());
        }
    }

    @Override
    public String toString() {
        return path + " " + weight;
    }
}
