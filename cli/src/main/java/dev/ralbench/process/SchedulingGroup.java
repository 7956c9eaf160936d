package dev.ralbench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The group that a service shares a busy machine in: the scheduler first divides CPU time among groups. For containers it is
 * the group that holds all of them, whose weight, and not that of the single container, decides what services get beside
 * the load generator; for processes it is their session.
 *
 * @param path within the hierarchy of groups, such as {@code /docker}
 * @param weight name and value, such as {@code cpu.shares 1024}; only the name where it has none of its own
 */
public record SchedulingGroup(String path, String weight) {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");

    /** The group of any service, in words; empty where the system has none, or it may not be read. */
    public static Optional<String> of(long pid, ProcFs proc) {
        var parent = parentOf(pid, proc).filter(group -> !group.path().equals("/"));
        return parent.isPresent() ? parent.map(SchedulingGroup::toString) : session(pid, proc);
    }

    /** Sessions are groups where the kernel makes them so; the number says nothing to anybody else. */
    private static Optional<String> session(long pid, ProcFs proc) {
        var text = read(proc.root().resolve(pid + "/autogroup"));
        int space = text.indexOf(' ');
        return space < 0 ? Optional.empty() : Optional.of("session, autogroup " + text.substring(space + 1));
    }

    /** The parent of a container's group, by the container's main process; empty where it cannot be read. */
    static Optional<SchedulingGroup> parentOf(long pid, ProcFs proc) {
        try {
            return parentOf(Files.readAllLines(proc.root().resolve(pid + "/cgroup")), MOUNT);
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /** @param groups lines of {@code id:controllers:path}; version 2 has no controllers and a single hierarchy */
    static Optional<SchedulingGroup> parentOf(List<String> groups, Path mount) {
        var fields = groups.stream().map(line -> List.of(line.split(":", 3))).toList();
        for (var group : fields) {
            if (List.of(group.get(1).split(",", -1)).contains("cpu")) {
                return of(group.get(2), mount.resolve(group.get(1)), "cpu.shares");
            }
        }
        for (var group : fields) {
            if (group.get(1).isEmpty()) {
                return of(group.get(2), mount, "cpu.weight");
            }
        }
        return Optional.empty();
    }

    private static Optional<SchedulingGroup> of(String own, Path hierarchy, String file) {
        int end = own.lastIndexOf('/');
        if (end < 0) {
            return Optional.empty();
        }
        var path = end == 0 ? "/" : own.substring(0, end);
        var weight = read(hierarchy.resolve(path.substring(1)).resolve(file));
        return Optional.of(new SchedulingGroup(path, (file + " " + weight).strip()));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return path + " " + weight;
    }
}
