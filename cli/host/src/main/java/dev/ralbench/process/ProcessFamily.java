package dev.ralbench.process;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a service, as they are at the moment: a process and its descendants, and of a service that ralbench
 * or a container engine started also those that have left them, because their parent has ended. The latter are in the
 * service's control group, or were started with its run tag.
 */
public final class ProcessFamily {
    /** The kernel's own threads are processes with this parent. */
    private static final long KERNEL = 2;

    private final ProcFs proc;
    private final long pid;
    private final Optional<Long> startTicks;
    private final Optional<GroupCounter> group;
    private final Optional<String> runTag;
    /** Processes without the run tag, with the moments of their starts: an environment is read once. */
    private final Map<Long, Long> others = new HashMap<>();

    public ProcessFamily(ProcFs proc, long pid) {
        this(proc, pid, GroupCounter.of(pid, proc));
    }

    ProcessFamily(ProcFs proc, long pid, Optional<GroupCounter> group) {
        this.proc = proc;
        this.pid = pid;
        this.startTicks = proc.stat(pid).map(ProcessStat::startTicks);
        this.group = group;
        this.runTag = proc.variable(pid, RunTag.VARIABLE);
    }

    /** The group that holds the service and nothing else; empty if there is none. */
    Optional<GroupCounter> group() {
        return group;
    }

    /** Parents before children; empty when the process has ended, even where another one has its id now. */
    public List<ProcessStat> members() {
        if (proc.stat(pid).filter(this::isSame).isEmpty()) {
            return List.of();
        }
        var all = proc.stats().stream()
                .collect(Collectors.toMap(ProcessStat::pid, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        var children = all.values().stream().collect(Collectors.groupingBy(ProcessStat::parent));
        var members = new LinkedHashMap<Long, ProcessStat>();
        addFamily(all.get(pid), children, members);
        var orphans = group.isPresent() ? group.get().pids() : tagged(all.values(), members);
        orphans.forEach(orphan -> addFamily(all.get(orphan), children, members));
        return List.copyOf(members.values());
    }

    private static void addFamily(
            @Nullable ProcessStat root, Map<Long, List<ProcessStat>> children, Map<Long, ProcessStat> members) {
        var open = new ArrayDeque<ProcessStat>();
        if (root != null) {
            open.add(root);
        }
        while (!open.isEmpty()) {
            var next = open.remove();
            if (members.putIfAbsent(next.pid(), next) == null) {
                open.addAll(children.getOrDefault(next.pid(), List.of()));
            }
        }
    }

    private List<Long> tagged(Collection<ProcessStat> all, Map<Long, ProcessStat> members) {
        return runTag.map(tag -> all.stream()
                        .filter(process -> !members.containsKey(process.pid()) && hasTag(process, tag))
                        .map(ProcessStat::pid)
                        .toList())
                .orElse(List.of());
    }

    private boolean hasTag(ProcessStat process, String tag) {
        if (process.parent() == KERNEL || Optional.of(process.startTicks()).equals(other(process.pid()))) {
            return false;
        }
        boolean isOurs = proc.variable(process.pid(), RunTag.VARIABLE).equals(Optional.of(tag));
        if (!isOurs) {
            others.put(process.pid(), process.startTicks());
        }
        return isOurs;
    }

    private Optional<Long> other(long id) {
        return Optional.ofNullable(others.get(id));
    }

    private boolean isSame(ProcessStat stat) {
        return !stat.isZombie() && startTicks.equals(Optional.of(stat.startTicks()));
    }
}
