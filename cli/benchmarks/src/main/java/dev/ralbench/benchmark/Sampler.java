package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import dev.ralbench.process.CpuTicks;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Watches a client from outside while its load runs: CPU time from the kernel, requests from the server's own counter, so that
 * all clients are measured alike, and nothing before the first request counts. It is what a long run less a short one tells,
 * from one run: calibration differs by a second from run to run, which is a quarter of such a difference.
 */
final class Sampler {
    private static final long LOOK_MILLIS = 25;
    /** More than that between two looks is the load, fewer are requests by which a client checks a server. */
    private static final int REQUESTS_OF_LOAD = 2;

    private static final long MOST_SECONDS_UNTIL_LOAD = 90;
    private static final double NANOS = 1e9;

    private final Child child;
    private final Clock clock;
    private final ProcFs proc = ProcFs.ofThisMachine();

    Sampler(Child child, Clock clock) {
        this.child = child;
        this.clock = clock;
    }

    /**
     * A stretch of a load.
     *
     * @param micros of CPU time of the client per request
     * @param perSecond requests that the server answered
     * @param serverBusy CPU time of the server per second
     * @param others share of the machine's CPU time that neither client nor server nor this process took, from 0 to 1
     */
    record Stretch(double micros, double perSecond, double serverBusy, double others) {}

    /** @param stretches from each mark to the next */
    record Sample(List<Stretch> stretches, Child.Usage usage) {}

    /** What had been used by a moment. */
    private record Moment(long nanos, Map<Long, Long> client, double serverSeconds, long requests, Others others) {}

    /**
     * Runs a client.
     *
     * @param cpus of the client, as {@code taskset} takes them
     * @param marks seconds after the load's begin, ascending; the last one has to be before its end
     * @throws IOException if the client fails, or its load ends before the last mark
     */
    Sample run(Client client, Shot shot, String cpus, Server server, double... marks)
            throws IOException, InterruptedException {
        var moments = new ArrayList<Moment>();
        long before = server.requests();
        var usage = child.run(client, shot, cpus, process -> watch(process, server, before, marks, moments));
        if (moments.size() < marks.length) {
            throw new IOException(client.name() + " ended before its load was " + marks[marks.length - 1] + " s old: "
                    + usage.output());
        }
        client.requests(shot, usage.output()); // that it had responses at all
        return new Sample(
                IntStream.range(1, marks.length)
                        .mapToObj(mark -> stretch(moments.get(mark - 1), moments.get(mark)))
                        .toList(),
                usage);
    }

    private void watch(Process process, Server server, long before, double[] marks, List<Moment> moments)
            throws IOException, InterruptedException {
        if (!awaitLoad(process, server, before)) {
            return;
        }
        long began = clock.nanoTime();
        for (double mark : marks) {
            long wait = began + Math.round(mark * NANOS) - clock.nanoTime();
            if (process.waitFor(Math.max(0, wait), TimeUnit.NANOSECONDS)) {
                return;
            }
            moments.add(moment(process.toHandle(), server));
        }
    }

    private boolean awaitLoad(Process process, Server server, long before) throws IOException, InterruptedException {
        long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS_UNTIL_LOAD);
        long last = before;
        boolean isMore = false;
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            long requests = server.requests();
            boolean wasMore = isMore;
            isMore = requests - last > REQUESTS_OF_LOAD;
            if (isMore && wasMore) {
                return true;
            }
            last = requests;
            if (clock.nanoTime() > deadline) {
                throw new IOException("no load after " + MOST_SECONDS_UNTIL_LOAD + " s");
            }
        }
        return false;
    }

    private Moment moment(ProcessHandle client, Server server) throws IOException {
        var threads = threads(client);
        long requests = server.requests();
        return new Moment(clock.nanoTime(), threads, seconds(server.process()), requests, others());
    }

    private static Stretch stretch(Moment from, Moment to) {
        double seconds = (to.nanos() - from.nanos()) / NANOS;
        long requests = to.requests() - from.requests();
        // a thread that began meanwhile had used nothing before
        double client = to.client().entrySet().stream()
                .mapToLong(thread -> thread.getValue() - from.client().getOrDefault(thread.getKey(), 0L))
                .sum();
        return new Stretch(
                client / 1e3 / requests,
                requests / seconds,
                (to.serverSeconds() - from.serverSeconds()) / seconds,
                to.others().since(from.others()));
    }

    /** Nanoseconds on a CPU, of each thread of a process and its descendants: exact, where process times are multiples of 10 ms. */
    private Map<Long, Long> threads(ProcessHandle process) {
        var nanos = new HashMap<Long, Long>();
        family(process)
                .forEach(pid -> proc.eachThread(
                        pid,
                        (id, status) -> proc.schedule(pid, id)
                                .map(OwnProcess.Schedule::ranNanos)
                                .ifPresent(ran -> nanos.put(id, ran))));
        return nanos;
    }

    private double seconds(ProcessHandle process) {
        return ticks(process) / ProcessStat.TICKS_PER_SECOND;
    }

    private long ticks(ProcessHandle process) {
        return family(process)
                .flatMap(pid -> proc.stat(pid).stream())
                .mapToLong(ProcessStat::cpuTicks)
                .sum();
    }

    private static Stream<Long> family(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants()).map(ProcessHandle::pid);
    }

    /** The state of the CPUs now. */
    Others others() {
        var cpus = CpuTicks.all(proc);
        return new Others(
                cpus.stream().mapToLong(cpu -> cpu.programs() + cpu.steal()).sum(),
                cpus.stream().mapToLong(CpuTicks::total).sum(),
                ticks(ProcessHandle.current()));
    }

    /**
     * Ticks since the machine was started.
     *
     * @param taken by all programs, and by the machine's host
     * @param own of this process, and of all that it started
     */
    record Others(long taken, long total, long own) {
        /** The share of the machine's time since then that neither this process took nor any that it started, from 0 to 1. */
        double since(Others before) {
            long others = taken - before.taken - (own - before.own);
            return total == before.total ? 0 : Math.max(0, others) / (double) (total - before.total);
        }
    }
}
