package dev.ralbench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The control groups below which ralbench may make groups of its own: its own groups, so that its limits also hold for
 * its services, or of version 2 the nearest one above that hands controllers on.
 *
 * @param own lines of {@code /proc/self/cgroup}: {@code id:controllers:path}; version 2 has no controllers
 * @param mount where the file systems of groups are, usually {@code /sys/fs/cgroup}
 */
record GroupParents(List<String> own, Path mount) {
    static final Path MOUNT = Path.of("/sys/fs/cgroup");

    private static final String PROCESSES = "cgroup.procs";
    private static final List<String> OF_LIMITS = List.of("cpu.max", "memory.max", "memory.high");
    private static final String NO_LIMIT = "max";

    GroupParents {
        own = List.copyOf(own);
    }

    /**
     * One of them.
     *
     * @param isVersion2 whether one group has all controllers
     */
    record Parent(Path directory, boolean isVersion2) {}

    static GroupParents of(ProcFs proc) {
        return new GroupParents(
                proc.text("self/cgroup").stream().flatMap(String::lines).toList(), MOUNT);
    }

    /**
     * The own group of version 2, for groups that only count CPU time; empty if this user may make none there. Such a
     * group must change nothing for its processes. If the own one hands the CPU on, the scheduler would give a group
     * in it a share of its own. If there is a limit, programs may look for it in the group that they are in, and not
     * above: so do older JVMs, which size their heap by it.
     */
    Optional<Path> forCounting() {
        var hierarchy = ServiceGroup.version2(mount);
        return own.stream()
                .map(line -> line.split(":", 3))
                .filter(group -> group.length == 3 && group[1].isEmpty())
                .map(group -> ownOrRoot(hierarchy, group[2]))
                .filter(group -> isOurs(group) && !handsOn(group, "cpu"))
                .filter(group -> upwards(group).stream().noneMatch(GroupParents::isLimited))
                .findFirst();
    }

    private static boolean isLimited(Path group) {
        return OF_LIMITS.stream()
                .flatMap(file -> KernelFiles.read(group.resolve(file)).stream())
                .anyMatch(limit -> !limit.startsWith(NO_LIMIT));
    }

    /** A parent for groups with the controller; empty if this user may create none, or the kernel lacks it. */
    Optional<Parent> of(String controller) {
        var version1 = own.stream()
                .map(line -> line.split(":", 3))
                .filter(group -> group.length == 3
                        && Arrays.asList(group[1].split(",", -1)).contains(controller))
                .findFirst();
        return version1.isPresent()
                ? version1.map(group -> ownOrRoot(mount.resolve(group[1]), group[2]))
                        .filter(GroupParents::isOurs)
                        .map(directory -> new Parent(directory, false))
                : handingOn(controller).map(directory -> new Parent(directory, true));
    }

    /** A container may see its own group as the root of its file system, and its path as that of the machine. */
    private static Path ownOrRoot(Path hierarchy, String path) {
        var group = hierarchy.resolve(path.substring(1));
        return Files.isDirectory(group) ? group : hierarchy;
    }

    /** Groups of version 2 with processes hand no controllers on, so that it is hardly ever the own one. */
    private Optional<Path> handingOn(String controller) {
        return own.stream()
                .map(line -> line.split(":", 3))
                .filter(group -> group.length == 3 && group[1].isEmpty())
                .flatMap(group -> upwards(ownOrRoot(mount, group[2])).stream())
                .filter(group -> handsOn(group, controller) && isOurs(group))
                .findFirst();
    }

    private List<Path> upwards(Path from) {
        var groups = new ArrayList<Path>();
        for (var group = from;
                group.startsWith(mount);
                group = group.resolve("..").normalize()) {
            groups.add(group);
        }
        return groups;
    }

    private static boolean handsOn(Path group, String controller) {
        try {
            var controllers = Files.readString(group.resolve("cgroup.subtree_control"));
            return List.of(controllers.strip().split("\\s+")).contains(controller);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether groups can be made in it, and processes of this user moved there. */
    private static boolean isOurs(Path group) {
        return Files.isWritable(group) && Files.isWritable(group.resolve(PROCESSES));
    }
}
