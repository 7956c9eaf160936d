package dev.ralbench.placement;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusFile;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Looks where the threads of one role may run, and where they last did: by the scheduler's own data, not by the
 * request. Used by one thread.
 */
public final class RoleWatch {
    private final Role role;
    private final CpuSet cpus;
    private final ProcFs proc;
    private final List<Root> roots;
    /** How often each thread had been switched when the watch began: the kernel keeps where an idle one ran before that. */
    private final Map<Long, Long> switchesBefore = new HashMap<>();

    private final Map<Long, MisplacedThread> strays = new LinkedHashMap<>();
    private int mostThreads;

    private record Root(ProcessFamily family, long pid, boolean isAlone) {}

    private RoleWatch(Role role, CpuSet cpus, ProcFs proc, List<Root> roots) {
        this.role = role;
        this.cpus = cpus;
        this.proc = proc;
        this.roots = roots;
        roots.forEach(root -> pids(root).forEach(this::begin));
    }

    /** Watches one process, without those that it starts. */
    public static RoleWatch ofProcess(Role role, CpuSet cpus, ProcFs proc, long pid) {
        return new RoleWatch(role, cpus, proc, List.of(new Root(new ProcessFamily(proc, pid), pid, true)));
    }

    /** Watches processes and everything that they start. */
    public static RoleWatch ofFamilies(Role role, CpuSet cpus, ProcFs proc, List<Long> pids) {
        return new RoleWatch(
                role,
                cpus,
                proc,
                pids.stream()
                        .map(pid -> new Root(new ProcessFamily(proc, pid), pid, false))
                        .toList());
    }

    private void begin(long pid) {
        proc.eachThread(pid, (id, thread) -> switchesBefore.put(id, switches(thread)));
    }

    /** Looks at all threads that there are. */
    public void look() {
        var ids = new int[1];
        roots.forEach(root -> pids(root)
                .forEach(pid -> proc.eachThread(pid, (id, thread) -> {
                    if (!thread.isZombie()) {
                        ids[0]++;
                        look(pid, id, thread);
                    }
                })));
        mostThreads = Math.max(mostThreads, ids[0]);
    }

    private void look(long pid, long id, StatusFile thread) {
        var mayRunOn = thread.mayRunOn().orElse(cpus);
        var ranOn = proc.lastCpu(pid, id);
        boolean hasLeft = ranOn.isPresent()
                && !cpus.contains(ranOn.getAsInt())
                && switches(thread) != switchesBefore.getOrDefault(id, -1L);
        if (hasLeft) {
            strays.put(id, new MisplacedThread(thread.name(), id, mayRunOn, ranOn));
        } else if (!cpus.containsAll(mayRunOn)) {
            strays.putIfAbsent(id, new MisplacedThread(thread.name(), id, mayRunOn, OptionalInt.empty()));
        }
    }

    private static long switches(StatusFile thread) {
        return thread.voluntarySwitches() + thread.involuntarySwitches();
    }

    private static List<Long> pids(Root root) {
        return root.isAlone()
                ? List.of(root.pid())
                : root.family().members().stream().map(ProcessStat::pid).toList();
    }

    public Role role() {
        return role;
    }

    public CpuSet cpus() {
        return cpus;
    }

    /** The most that were seen at one look. */
    public int threads() {
        return mostThreads;
    }

    /** All misplaced threads that were ever seen, in the order in which they were found. */
    public List<MisplacedThread> strays() {
        return List.copyOf(strays.values());
    }
}
