package dev.ralbench.process;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * CPU time of a service's processes, those that have ended included. The service's control group knows it. Without one
 * it is added up from the processes: the time of one that has ended is in the figure of its parent, but only if the
 * parent waited for it. The time of others is known up to the last look, and they are counted.
 */
public final class ServiceCpu {
    private static final long MICROS_PER_TICK = Math.round(1e6 / ProcessStat.TICKS_PER_SECOND);

    private final ProcFs proc;
    private final Optional<GroupCounter> group;
    private Map<Identity, ProcessStat> before = new LinkedHashMap<>();
    private long ticks;
    private long groupMicros;
    private int unwaited;

    /** An id comes back, but not with the same moment of start. */
    private record Identity(long pid, long startTicks) {
        static Identity of(ProcessStat stat) {
            return new Identity(stat.pid(), stat.startTicks());
        }
    }

    /** Counts from here on; {@link #look} has to be called before {@link #micros}. */
    public ServiceCpu(ProcFs proc, ProcessFamily family) {
        this.proc = proc;
        this.group = family.group();
    }

    /**
     * Takes the time up to now.
     *
     * @param members all of the service's processes; none when the service has ended, whose time stays the last one seen
     */
    public void look(List<ProcessStat> members) {
        if (group.isPresent()) {
            groupMicros = group.get().cpuMicros().orElse(groupMicros);
        } else if (!members.isEmpty()) {
            add(members);
        }
    }

    /** Microseconds of CPU time since some moment before the first look. */
    public long micros() {
        return group.isPresent() ? groupMicros : ticks * MICROS_PER_TICK;
    }

    /** Processes that no parent waited for: their time after the last look at them is missing. */
    public int unwaited() {
        return unwaited;
    }

    private void add(List<ProcessStat> members) {
        var now = new LinkedHashMap<Identity, ProcessStat>();
        members.forEach(member -> now.put(Identity.of(member), member));
        var ended = endedByAncestor(now);
        // Read after their children were gone: one that waited has their time by now.
        ended.keySet()
                .forEach(ancestor -> proc.stat(ancestor.pid())
                        .filter(stat -> ancestor.equals(Identity.of(stat)))
                        .ifPresent(stat -> now.put(ancestor, stat)));
        now.forEach((process, stat) -> ticks += stat.cpuTicks() - ticksBefore(process, ProcessStat::cpuTicks));
        ended.forEach((ancestor, children) -> settle(children, waitedFor(ancestor, now)));
        before = now;
    }

    private Map<Identity, List<Long>> endedByAncestor(Map<Identity, ProcessStat> now) {
        var ended = new HashMap<Identity, List<Long>>();
        var ids = new HashMap<Long, ProcessStat>();
        before.values().forEach(stat -> ids.put(stat.pid(), stat));
        before.forEach((process, stat) -> {
            if (!now.containsKey(process)) {
                var ancestor = livingAncestor(stat, ids, now);
                if (ancestor.isPresent()) {
                    ended.computeIfAbsent(ancestor.get(), none -> new ArrayList<>())
                            .add(stat.cpuTicks());
                } else {
                    unwaited++; // it had left the service's processes: a process of the system waited for it
                }
            }
        });
        return ended;
    }

    /** The one that has the time of a process, handed on by those between them that have ended as well. */
    private static Optional<Identity> livingAncestor(
            ProcessStat ended, Map<Long, ProcessStat> ids, Map<Identity, ProcessStat> now) {
        var parent = Optional.ofNullable(ids.get(ended.parent()));
        while (parent.isPresent() && !now.containsKey(Identity.of(parent.get()))) {
            parent = Optional.ofNullable(ids.get(parent.get().parent()));
        }
        return parent.map(Identity::of);
    }

    private long waitedFor(Identity ancestor, Map<Identity, ProcessStat> now) {
        var stat = now.get(ancestor);
        return stat == null ? 0 : stat.childTicks() - ticksBefore(ancestor, ProcessStat::childTicks);
    }

    /**
     * Takes the time of ended processes back that has come with the figure of the one that waited for them. Which of
     * them these are is not known: as many as fit into it.
     */
    private void settle(List<Long> ended, long waitedFor) {
        long left = waitedFor;
        ended.sort(Comparator.naturalOrder());
        for (long counted : ended) {
            if (counted <= left) {
                left -= counted;
                ticks -= counted;
            } else {
                unwaited++;
            }
        }
    }

    private long ticksBefore(Identity process, ToLongFunction<ProcessStat> figure) {
        var stat = before.get(process);
        return stat == null ? 0 : figure.applyAsLong(stat);
    }
}
