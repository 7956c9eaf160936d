package dev.ralbench.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A process and its descendants, as they are at the moment. A child whose parent has ended belongs to init and is no
 * longer found.
 */
public final class ProcessFamily {
    private final ProcFs proc;
    private final long pid;
    private final Optional<Long> startTicks;

    public ProcessFamily(ProcFs proc, long pid) {
        this.proc = proc;
        this.pid = pid;
        this.startTicks = proc.stat(pid).map(ProcessStat::startTicks);
    }

    /** Parents before children; empty when the process has ended, even where another one has its id now. */
    public List<ProcessStat> members() {
        var childrenByParent = proc.stats().stream().collect(Collectors.groupingBy(ProcessStat::parent));
        var members = new ArrayList<ProcessStat>();
        var open = new ArrayDeque<ProcessStat>();
        proc.stat(pid).filter(this::isSame).ifPresent(open::add);
        while (!open.isEmpty()) {
            var next = open.remove();
            members.add(next);
            open.addAll(childrenOf(next, childrenByParent));
        }
        return members;
    }

    private static List<ProcessStat> childrenOf(ProcessStat parent, Map<Long, List<ProcessStat>> childrenByParent) {
        return childrenByParent.getOrDefault(parent.pid(), List.of());
    }

    private boolean isSame(ProcessStat stat) {
        return !stat.isZombie() && startTicks.equals(Optional.of(stat.startTicks()));
    }
}
