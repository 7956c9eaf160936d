package dev.ralbench.process;

import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A control group of its own for one service, in which the kernel holds all of its processes to limits and counts their
 * CPU time.
 *
 * @param directories of version 1 one for each controller, of version 2 one for all; none for limits that need no group
 * @param counting one more, only to count CPU time: the service does without it where it cannot enter it
 */
record ServiceGroup(List<Path> directories, Optional<Path> counting) {
    private static final int PERIOD_MICROS = 100_000;
    /** Kernels without an account of swap space lack them; then there is nothing to limit. */
    private static final String PREFIX = "ralbench-";
    /** A run tag is three numbers of its owner and its own. */
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+(-\\d+){3}");

    private static final Set<String> OF_SWAP = Set.of("memory.memsw.limit_in_bytes", "memory.swap.max");

    ServiceGroup {
        directories = List.copyOf(directories);
    }

    /**
     * The values of one limit in groups of either version, by file, in the order in which they have to be written.
     *
     * @param limit in words
     */
    private record Setting(
            String limit, String controller, Map<String, String> version1, Map<String, String> version2) {}

    /** Whether they need a group; the others hold for each process by itself. */
    static boolean isNeeded(ResourceLimits limits) {
        return !settings(limits).isEmpty();
    }

    /**
     * Makes one; nothing of it stays when that fails.
     *
     * @param name different from that of any other group
     * @param parents below which it may be
     * @param announced told each directory before it is made
     * @throws Failure of the environment, naming the first limit that cannot be enforced
     */
    static ServiceGroup make(ResourceLimits limits, String name, GroupParents parents, Consumer<Path> announced) {
        var made = new LinkedHashSet<Path>();
        for (var setting : settings(limits)) {
            try {
                var parent = parents.of(setting.controller())
                        .orElseThrow(() -> new IOException("this user may make no control group with the controller "
                                + setting.controller() + " below " + parents.mount()));
                var directory = parent.directory().resolve(name);
                if (made.add(directory)) {
                    announced.accept(directory);
                    Files.createDirectory(directory);
                }
                write(directory, parent.isVersion2() ? setting.version2() : setting.version1());
            } catch (IOException e) {
                remove(made);
                throw cannotBeEnforced(setting.limit(), reason(e)).causedBy(e);
            }
        }
        return new ServiceGroup(new ArrayList<>(made), Optional.empty());
    }

    /** Where the hierarchy of version 2 is: next to those of version 1 it has a directory of its own. */
    static Path version2(Path mount) {
        return Files.exists(mount.resolve("cgroup.controllers")) ? mount : mount.resolve("unified");
    }

    /** The name of the group of the service that was started with the run tag. */
    static String name(String tag) {
        return PREFIX + tag;
    }

    /**
     * The run tag of the service that a group was made for, by the group's path; empty if it is none of ralbench's.
     * Servers that show a title in their command line overwrite their environment, and the tag with it.
     */
    static Optional<String> tagOf(String path) {
        var name = path.substring(path.lastIndexOf('/') + 1);
        return Optional.of(name).filter(NAME.asMatchPredicate()).map(known -> known.substring(PREFIX.length()));
    }

    /**
     * The group with one more, of version 2 and without limits, that counts the CPU time of the service; the same group
     * if it counts that already, or if this user may make none.
     */
    ServiceGroup counting(String name, GroupParents parents, Consumer<Path> announced) {
        var parent = parents.forCounting();
        if (parent.isEmpty() || directories.stream().anyMatch(GroupCounter::counts)) {
            return this;
        }
        var directory = parent.get().resolve(name);
        try {
            announced.accept(directory);
            Files.createDirectory(directory);
        } catch (IOException e) {
            return this; // a result says if its CPU time is not complete
        }
        return new ServiceGroup(directories, Optional.of(directory));
    }

    static Failure cannotBeEnforced(String limit, String why) {
        return Failure.environment(
                limit + " cannot be enforced here",
                why,
                "run ralbench as root or in a user session of systemd, use --runtime docker, or leave the limit out");
    }

    private static List<Setting> settings(ResourceLimits limits) {
        var settings = new ArrayList<Setting>();
        limits.threads().map(String::valueOf).ifPresent(number -> {
            var most = Map.of("pids.max", number);
            settings.add(new Setting("threads", "pids", most, most));
        });
        limits.memoryBytes().map(String::valueOf).ifPresent(bytes -> {
            var version1 = ordered("memory.limit_in_bytes", bytes, "memory.memsw.limit_in_bytes", bytes);
            var version2 = ordered("memory.max", bytes, "memory.swap.max", "0");
            settings.add(new Setting("memory", "memory", version1, version2));
        });
        limits.cpus().map(cpus -> Math.round(cpus * PERIOD_MICROS)).ifPresent(quota -> {
            var version1 = ordered("cpu.cfs_period_us", "" + PERIOD_MICROS, "cpu.cfs_quota_us", "" + quota);
            settings.add(new Setting("cpus", "cpu", version1, Map.of("cpu.max", quota + " " + PERIOD_MICROS)));
        });
        return settings;
    }

    private static Map<String, String> ordered(String first, String value, String second, String other) {
        var both = new LinkedHashMap<String, String>();
        both.put(first, value);
        both.put(second, other);
        return both;
    }

    private static void write(Path directory, Map<String, String> values) throws IOException {
        for (var entry : values.entrySet()) {
            var file = directory.resolve(entry.getKey());
            if (Files.exists(file) || !OF_SWAP.contains(entry.getKey())) {
                Files.writeString(file, entry.getValue());
            }
        }
    }

    /** The kernel's answer often is the path and one word. */
    private static String reason(IOException failure) {
        return failure instanceof FileSystemException known && known.getReason() != null
                ? known.getFile() + ": " + known.getReason()
                : String.valueOf(failure.getMessage());
    }

    /**
     * Removes it, which can be done when all of its processes have ended.
     *
     * @return whether it is gone
     */
    boolean remove() {
        var all = new ArrayList<>(directories);
        counting.ifPresent(all::add);
        return remove(all);
    }

    private static boolean remove(Collection<Path> directories) {
        boolean isGone = true;
        for (var directory : directories) {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException e) {
                isGone = false; // a process in it is still ending
            }
        }
        return isGone;
    }
}
