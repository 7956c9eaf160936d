package dev.ralbench.process;

import dev.ralbench.WholeNumber;
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
    private static final Pattern MICROS = Pattern.compile("^usage_usec (\\d+)$", Pattern.MULTILINE);

    /** The group of a service of ralbench, or of a container; empty if the process shares its group with others. */
    static Optional<GroupCounter> of(long pid, ProcFs proc) {
        return of(pid, proc, GroupParents.MOUNT);
    }

    /** @param mount where the file systems of groups are */
    static Optional<GroupCounter> of(long pid, ProcFs proc, Path mount) {
        var ownPath = path(proc.ownGroups()).orElse("");
        var path = path(proc.groups(pid))
                .filter(found -> !(ownPath + "/").startsWith(found.equals("/") ? found : found + "/"));
        return path.map(found -> new GroupCounter(ServiceGroup.version2(mount).resolve(found.substring(1))))
                .filter(group -> ServiceGroup.tagOf(path.get()).isPresent() || group.isOfContainer(pid, proc))
                .filter(group -> counts(group.directory()));
    }

    private static Optional<String> path(List<ProcFs.Group> groups) {
        return groups.stream()
                .filter(group -> group.controllers().isEmpty())
                .map(ProcFs.Group::path)
                .findFirst();
    }

    /** Some engines leave all containers in the group of their own daemon, which is in the namespace of this machine. */
    private boolean isOfContainer(long pid, ProcFs proc) {
        return proc.status(pid).filter(StatusFile::isInOtherNamespace).isPresent()
                && pids().stream()
                        .allMatch(each -> proc.status(each)
                                .map(StatusFile::isInOtherNamespace)
                                .orElse(true)); // it has ended meanwhile
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
                .flatMap(match -> WholeNumber.in(match.group(1)).stream())
                .findFirst();
    }

    /** Of all processes in it, those of groups below it included; empty if it cannot be read. */
    List<Long> pids() {
        try (var groups = Files.walk(directory)) {
            return groups.filter(Files::isDirectory)
                    .flatMap(group -> KernelFiles.read(group.resolve("cgroup.procs")).stream())
                    .flatMap(text -> Arrays.stream(text.split("\n", -1)))
                    .flatMap(line -> WholeNumber.in(line).stream())
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // a group below it is gone meanwhile; the next look finds the rest
        }
    }
}
