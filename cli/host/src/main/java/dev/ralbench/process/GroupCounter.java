package dev.ralbench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A control group of version 2 that holds one service and nothing else: it knows all processes of the service, and its
 * CPU time has that of processes that have ended, whether or not their parents waited for them.
 */
record GroupCounter(Path directory) {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final Pattern MICROS = Pattern.compile("^usage_usec (\\d+)$", Pattern.MULTILINE);

    /** The group of a service of ralbench, or of a container; empty if the process shares its group with others. */
    static Optional<GroupCounter> of(long pid, ProcFs proc) {
        return of(pid, proc, MOUNT);
    }

    /** @param mount where the file systems of groups are */
    static Optional<GroupCounter> of(long pid, ProcFs proc, Path mount) {
        var ownPath = path(proc.ownGroups()).orElse("");
        return path(proc.groups(pid))
                .filter(path -> !(ownPath + "/").startsWith(path.equals("/") ? path : path + "/"))
                .filter(path -> isOfService(pid, path, proc) || isOfContainer(pid, proc))
                .map(path -> ServiceGroup.version2(mount).resolve(path.substring(1)))
                .filter(GroupCounter::counts)
                .map(GroupCounter::new);
    }

    private static Optional<String> path(List<ProcFs.Group> groups) {
        return groups.stream()
                .filter(group -> group.controllers().isEmpty())
                .map(ProcFs.Group::path)
                .findFirst();
    }

    private static boolean isOfService(long pid, String path, ProcFs proc) {
        return proc.variable(pid, RunTag.VARIABLE)
                .filter(tag -> path.endsWith("/" + ServiceGroup.name(tag)))
                .isPresent();
    }

    private static boolean isOfContainer(long pid, ProcFs proc) {
        return proc.status(pid).filter(StatusFile::isInOtherNamespace).isPresent();
    }

    /** Whether the kernel counts CPU time there. */
    static boolean counts(Path group) {
        return micros(group).isPresent();
    }

    /** Microseconds of CPU time since the group was made; empty once it is gone. */
    Optional<Long> cpuMicros() {
        return micros(directory);
    }

    private static Optional<Long> micros(Path group) {
        return KernelFiles.read(group.resolve("cpu.stat")).stream()
                .flatMap(text -> MICROS.matcher(text).results())
                .map(match -> Long.parseLong(match.group(1)))
                .findFirst();
    }

    /** Of all processes in it, those of groups below it included; empty if it cannot be read. */
    List<Long> pids() {
        try (var groups = Files.walk(directory)) {
            return groups.filter(Files::isDirectory)
                    .flatMap(group -> KernelFiles.read(group.resolve("cgroup.procs")).stream())
                    .flatMap(text -> Arrays.stream(text.split("\n", -1)))
                    .filter(line -> !line.isEmpty())
                    .map(Long::parseLong)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // a group below it is gone meanwhile; the next look finds the rest
        }
    }
}
