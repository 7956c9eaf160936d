package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;

/** Kernel figures about this very process, its threads and its network; empty if it has none. */
public record OwnProcess(ProcFs proc) {
    private static final Pattern TIME_WAIT = Pattern.compile("(?m)^TCP:.*\\btw (\\d{1,18})\\b");
    private static final Pattern STALLED = Pattern.compile("(?m)^some .*\\btotal=(\\d{1,18})\\b");
    /** Positions after the name in {@code /proc/PID/stat}, counted from 0; see proc_pid_stat(5). */
    private static final int MAJOR_FAULTS = 9;

    private static final int NICENESS = 16;

    /** The kernel's id of the calling thread. */
    public Optional<Long> thread() {
        try {
            var link = Files.readSymbolicLink(proc.root().resolve("thread-self"));
            return WholeNumber.in(String.valueOf(link.getFileName()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A thread's time on a CPU, and its time waiting for one, in nanoseconds since it began. */
    public record Schedule(long ranNanos, long queuedNanos) {
        static Optional<Schedule> parse(String schedstat) {
            var columns = schedstat.strip().split(" ", -1);
            return WholeNumber.in(columns[0])
                    .filter(ran -> columns.length > 1)
                    .flatMap(ran -> WholeNumber.in(columns[1]).map(queued -> new Schedule(ran, queued)));
        }
    }

    /** The schedule of one of this process's threads. */
    public Optional<Schedule> schedule(long thread) {
        return proc.text("self/task/" + thread + "/schedstat").flatMap(Schedule::parse);
    }

    /**
     * Has the calling thread woken up when its timers are over, and not up to 50 us later, which saves the kernel an
     * interrupt now and then. Kernels that do not let a thread say so wake it as before.
     */
    public void wakeOnTime() {
        try {
            var id = thread();
            if (id.isPresent()) {
                Files.writeString(proc.root().resolve(id.get() + "/timerslack_ns"), "1");
            }
        } catch (IOException e) {
            // As before.
        }
    }

    /** Pages that had to be read from a disk, since the process began. */
    public Optional<Long> majorFaults() {
        return stat(MAJOR_FAULTS);
    }

    /** From -20 (served first) to 19 (served last). */
    public Optional<Integer> niceness() {
        return stat(NICENESS).map(Long::intValue);
    }

    private Optional<Long> stat(int field) {
        return proc.text("self/stat")
                .map(ProcessStat::afterName)
                .filter(fields -> fields.length > field)
                .flatMap(fields -> WholeNumber.in(fields[field]));
    }

    /** Bytes of its memory that lie in swap space. */
    public Optional<Long> swappedBytes() {
        return proc.text("self/status").map(StatusFile::parse).map(StatusFile::swappedBytes);
    }

    /** Microseconds in which some task of the machine waited for memory, since it was started. */
    public Optional<Long> memoryStallMicros() {
        return number(STALLED, "pressure/memory");
    }

    /** Connections of the network namespace that are closed and keep their ports for a minute. */
    public Optional<Long> timeWaitSockets() {
        return number(TIME_WAIT, "self/net/sockstat");
    }

    private Optional<Long> number(Pattern pattern, String file) {
        return proc.text(file)
                .map(pattern::matcher)
                .filter(matcher -> matcher.find())
                .flatMap(matcher -> WholeNumber.in(matcher.group(1)));
    }
}
