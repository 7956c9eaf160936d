package dev.ralbench.process;

import dev.ralbench.Clock;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Processes and control groups left by an earlier ralbench that neither it nor its guard could remove. */
public final class Orphans {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int ROOT = 0;
    private static final int NOBODY = -1;
    /** Sessions, slices and containers nest less deep. */
    private static final int DEEPEST = 12;

    private final ProcFs proc;
    private final Clock clock;
    private final Path mount;
    private final int user;

    public Orphans(ProcFs proc, Clock clock) {
        this(
                proc,
                clock,
                GroupParents.MOUNT,
                proc.status(ProcessHandle.current().pid())
                        .flatMap(StatusFile::user)
                        .orElse(NOBODY));
    }

    /**
     * Of a machine laid out elsewhere.
     *
     * @param mount where the file systems of control groups are
     * @param user id of the one that looks
     */
    Orphans(ProcFs proc, Clock clock, Path mount, int user) {
        this.proc = proc;
        this.clock = clock;
        this.mount = mount;
        this.user = user;
    }

    /** Ids of marked processes whose ralbench is gone. */
    public List<Long> find() {
        return proc.pids().stream()
                .filter(pid -> tag(pid).filter(this::isOfTheDead).isPresent())
                .toList();
    }

    /**
     * Ends them.
     *
     * @return ids of those that are gone
     */
    public List<Long> end() {
        var found = find();
        for (long pid : found) {
            ProcessHandle.of(pid)
                    .ifPresent(
                            handle -> new ProcessTree(handle, RunTag.VARIABLE + "=" + tag(pid).orElse(""), proc, clock)
                                    .stop(GRACE));
        }
        // Another process that got the id lacks the mark.
        return found.stream().filter(pid -> tag(pid).isEmpty()).toList();
    }

    /** The tag that a process was started with: some servers write over their environment, but leave their group. */
    private Optional<String> tag(long pid) {
        return proc.variable(pid, RunTag.VARIABLE)
                .or(() -> proc.stat(pid).stream()
                        .filter(stat -> !stat.isZombie() && mayEnd(pid))
                        .flatMap(stat -> proc.groups(pid).stream())
                        .flatMap(group -> ServiceGroup.tagOf(group.path()).stream())
                        .findFirst());
    }

    /** Everyone may read which group a process is in, and only its user and root may end it. */
    private boolean mayEnd(long pid) {
        return user == ROOT
                || proc.status(pid)
                        .flatMap(StatusFile::user)
                        .filter(id -> id == user)
                        .isPresent();
    }

    private boolean isOfTheDead(String tag) {
        return Owner.in(tag).filter(owner -> !owner.isAlive(proc)).isPresent();
    }

    /**
     * Control groups whose ralbench is gone and that this user may remove. They lie where that ralbench was, which may be
     * in another session than this one is in.
     */
    public List<Path> groups() {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(mount, Set.of(), DEEPEST, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path group, BasicFileAttributes attributes) {
                    if (!isOrphan(group)) {
                        return FileVisitResult.CONTINUE;
                    }
                    found.add(group);
                    return FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // it is gone, or hidden from this user
                }

                @Override
                public FileVisitResult postVisitDirectory(Path group, @Nullable IOException e) {
                    return FileVisitResult.CONTINUE; // likewise
                }
            });
        } catch (IOException e) {
            return found; // there are none, without the file system of groups
        }
        return found;
    }

    private boolean isOrphan(Path group) {
        return ServiceGroup.tagOf(group.toString()).filter(this::isOfTheDead).isPresent()
                && Stream.ofNullable(group.getParent()).allMatch(Files::isWritable);
    }

    /**
     * Removes those that no process is left in, once the processes have been ended.
     *
     * @return those that are gone
     */
    public List<Path> removeGroups() {
        return groups().stream()
                .filter(group -> new ServiceGroup(List.of(group), Optional.empty()).remove())
                .toList();
    }
}
