package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.measurement.InsideView.BusyThread;
import dev.ralbench.process.OwnProcess.Schedule;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusFile;
import dev.ralbench.service.ThreadCounter.ThreadCounts;
import dev.ralbench.service.ThreadGroups.NamedThread;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Looks at each thread of the target: names, context switches, and the time of compilers on CPUs and before them; and at
 * the ends of a window at the CPU time of all others.
 */
final class ThreadWatch {
    private final ProcFs proc;
    private final Clock clock;
    private final ThreadCounter counter = new ThreadCounter();
    private final Map<String, Integer> groupsPeak = new HashMap<>();
    private ThreadCounts atWindowStart = ThreadCounts.NONE;
    private ThreadCounts latest = ThreadCounts.NONE;
    /** Of the kernel's steps of 10 ms there are too few in a shorter time. */
    private static final long SHORTEST_NANOS = 200_000_000;

    private boolean isWaitingUnknown;
    /** As of the last look, without threads of a virtual machine itself. */
    private final Map<ThreadId, String> names = new HashMap<>();

    /** The names of the last look, which most threads keep. */
    private Map<String, NamedThread> known = new HashMap<>();

    private Map<ThreadId, Long> ticksAtWindowStart = Map.of();
    private OptionalLong ticksRead = OptionalLong.empty();
    /** A look reads a small file per thread. */
    private final LookRest rest;

    /**
     * Names as of the window; the rest since its beginning.
     *
     * @param isWaitingUnknown whether the kernel does not say how long threads wait for a CPU
     * @param busiest empty if there are no threads, or none that took any CPU time
     */
    record ThreadReading(
            Map<String, Integer> groupsPeak,
            ThreadCounts totals,
            boolean isWaitingUnknown,
            Optional<BusyThread> busiest) {
        ThreadReading {
            groupsPeak = Collections.unmodifiableMap(new LinkedHashMap<>(groupsPeak));
        }
    }

    private record ThreadId(long process, long thread) {
        boolean isMain() {
            return process == thread;
        }
    }

    ThreadWatch(ProcFs proc, Clock clock) {
        this.proc = proc;
        this.clock = clock;
        this.rest = new LookRest(clock);
    }

    /** Threads by group; empty if the last look was too expensive to be repeated already. */
    Optional<Map<String, Integer>> poll(List<ProcessStat> family) {
        return rest.isOver() ? Optional.of(look(family)) : Optional.empty();
    }

    /** Ends a window and begins the next. */
    ThreadReading nextWindow(List<ProcessStat> family) {
        var groupsNow = look(family);
        var reading = new ThreadReading(
                Map.copyOf(groupsPeak), latest.minus(atWindowStart), isWaitingUnknown, busiestOfWindow());
        groupsPeak.clear();
        groupsPeak.putAll(groupsNow);
        atWindowStart = latest;
        return reading;
    }

    /** Empty of a short window, such as a glance in a pause; the next one begins at its end nevertheless. */
    private Optional<BusyThread> busiestOfWindow() {
        long now = clock.nanoTime();
        boolean isShort = ticksRead.isPresent() && now - ticksRead.getAsLong() < SHORTEST_NANOS;
        var ticks = ticks();
        var found = isShort ? Optional.<BusyThread>empty() : busiest(ticks);
        ticksAtWindowStart = ticks;
        ticksRead = OptionalLong.of(now);
        return found;
    }

    /** One more file for each thread, which is too much to be read at every look. */
    private Map<ThreadId, Long> ticks() {
        var ticks = new HashMap<ThreadId, Long>();
        for (var id : names.keySet()) {
            proc.threadTicks(id.process(), id.thread()).ifPresent(time -> ticks.put(id, time));
        }
        return ticks;
    }

    private Optional<BusyThread> busiest(Map<ThreadId, Long> ticksNow) {
        return ticksNow.entrySet().stream()
                .map(thread ->
                        busy(thread.getKey(), thread.getValue() - ticksAtWindowStart.getOrDefault(thread.getKey(), 0L)))
                .filter(thread -> thread.cpuSeconds() > 0)
                .max(Comparator.comparingDouble(BusyThread::cpuSeconds));
    }

    private BusyThread busy(ThreadId id, long ticks) {
        var name = nameOf(id);
        boolean isItsOwn = id.isMain() || !name.equals(nameOf(new ThreadId(id.process(), id.process())));
        return new BusyThread(
                name.filter(text -> isItsOwn && !text.isEmpty()),
                id.thread(),
                id.isMain(),
                ticks / ProcessStat.TICKS_PER_SECOND);
    }

    private Optional<String> nameOf(ThreadId id) {
        return Optional.ofNullable(names.get(id));
    }

    /** Two more files for each of a handful of threads. */
    private ThreadCounts counts(long pid, long id, StatusFile thread, boolean isCompiler) {
        var schedule = isCompiler ? proc.schedule(pid, id) : Optional.<Schedule>empty();
        var ticks = isCompiler ? proc.threadTicks(pid, id) : OptionalLong.empty();
        isWaitingUnknown |= ticks.isPresent() && schedule.isEmpty();
        return new ThreadCounts(
                thread.voluntarySwitches(),
                thread.involuntarySwitches(),
                ticks.orElse(0),
                schedule.map(Schedule::queuedNanos).orElse(0L));
    }

    private Map<String, Integer> look(List<ProcessStat> family) {
        long start = clock.nanoTime();
        var groups = new ThreadGroups();
        var now = new HashMap<String, NamedThread>();
        names.clear();
        for (var member : family) {
            proc.eachThread(member.pid(), (id, thread) -> {
                var name = thread.name();
                var told = now.computeIfAbsent(
                        name, text -> Optional.ofNullable(known.get(text)).orElseGet(() -> NamedThread.of(text)));
                groups.add(told);
                if (!told.isOfTheJvm()) {
                    names.put(new ThreadId(member.pid(), id), name);
                }
                counter.look(id, counts(member.pid(), id, thread, told.isCompiler()));
            });
        }
        known = now;
        latest = counter.total();
        groups.counts().forEach((group, count) -> groupsPeak.merge(group, count, Math::max));
        rest.beginAfterLookFrom(start);
        return groups.counts();
    }
}
