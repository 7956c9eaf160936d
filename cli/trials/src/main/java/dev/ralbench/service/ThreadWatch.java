package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.process.OwnProcess.Schedule;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusFile;
import dev.ralbench.service.ThreadCounter.ThreadCounts;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks at each thread of the target: names, context switches, and the time of compilers on CPUs and before them. */
final class ThreadWatch {
    private final ProcFs proc;
    private final Clock clock;
    private final ThreadCounter counter = new ThreadCounter();
    private final Map<String, Integer> groupsPeak = new HashMap<>();
    private ThreadCounts atWindowStart = ThreadCounts.NONE;
    private ThreadCounts latest = ThreadCounts.NONE;
    private boolean isWaitingUnknown;
    /** A look reads a small file per thread. */
    private final LookRest rest;

    /**
     * Names as of the window; the rest since its beginning.
     *
     * @param isWaitingUnknown whether the kernel does not say how long threads wait for a CPU
     */
    record ThreadReading(Map<String, Integer> groupsPeak, ThreadCounts totals, boolean isWaitingUnknown) {
        ThreadReading {
            groupsPeak = Collections.unmodifiableMap(new LinkedHashMap<>(groupsPeak));
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
        var reading = new ThreadReading(Map.copyOf(groupsPeak), latest.minus(atWindowStart), isWaitingUnknown);
        groupsPeak.clear();
        groupsPeak.putAll(groupsNow);
        atWindowStart = latest;
        return reading;
    }

    /** Two more files for each of a handful of threads. */
    private ThreadCounts counts(long pid, long id, StatusFile thread) {
        boolean isCompiler = ThreadGroups.isCompiler(thread.name());
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
        for (var member : family) {
            proc.eachThread(member.pid(), (id, thread) -> {
                groups.add(thread.name());
                counter.look(id, counts(member.pid(), id, thread));
            });
        }
        latest = counter.total();
        groups.counts().forEach((group, count) -> groupsPeak.merge(group, count, Math::max));
        rest.beginAfterLookFrom(start);
        return groups.counts();
    }
}
