package dev.ralbench.environment.docker;

import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The scheduling group that holds all containers. The scheduler shares a busy machine among groups, so its weight, and not
 * that of the single container, decides what services get beside the load generator.
 *
 * @param path within the hierarchy of groups, such as {@code /docker}
 * @param weight name and value, such as {@code cpu.shares 1024}; only the name where it has none of its own
 */
public record SchedulingGroup(String path, String weight) {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");

    /** The parent of a container's group, by the container's main process; empty where it cannot be read. */
    public static Optional<SchedulingGroup> parentOf(long pid, ProcFs proc) {
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
