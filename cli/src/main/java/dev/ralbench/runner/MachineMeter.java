package dev.ralbench.runner;

import dev.ralbench.process.ProcFs;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Watches what happens to the whole machine from outside, window by window: time stolen by its host, and swapping. */
final class MachineMeter {
    /** The columns of a processor in {@code /proc/stat} up to and with steal; guests' time is in user and nice. */
    private static final int STEAL = 8;

    private final ProcFs proc;
    private Optional<CpuTicks> ticksBefore;
    private Optional<Long> swappedBefore;

    /** @param total all time, stolen time included, in the kernel's ticks */
    private record CpuTicks(long steal, long total) {
        CpuTicks plus(CpuTicks other) {
            return new CpuTicks(steal + other.steal, total + other.total);
        }
    }

    MachineMeter(ProcFs proc) {
        this.proc = proc;
        this.ticksBefore = ticks();
        this.swappedBefore = swapped();
    }

    /**
     * What happened since the last call.
     *
     * @param stealShare of the time of all processors, 0 to 1
     * @param swappedPages read from or written to swap space
     */
    record Seen(Optional<Double> stealShare, Optional<Long> swappedPages) {}

    Seen nextWindow() {
        var ticks = ticks();
        var swapped = swapped();
        var seen = new Seen(
                ticks.flatMap(now -> ticksBefore.map(before -> stealShare(before, now))),
                swapped.flatMap(now -> swappedBefore.map(before -> Math.max(0, now - before))));
        ticksBefore = ticks;
        swappedBefore = swapped;
        return seen;
    }

    private static double stealShare(CpuTicks before, CpuTicks now) {
        long total = now.total() - before.total();
        return total <= 0 ? 0 : Math.clamp((now.steal() - before.steal()) / (double) total, 0, 1);
    }

    /** The sum over the processors: the heading, which is left out, is that of all. */
    private Optional<CpuTicks> ticks() {
        return proc.lines("stat").stream()
                .filter(line -> line.startsWith("cpu"))
                .map(line -> List.of(line.trim().split("\\s+")))
                .filter(columns -> columns.size() > STEAL)
                .map(columns -> new CpuTicks(
                        Long.parseLong(columns.get(STEAL)),
                        columns.subList(1, STEAL + 1).stream()
                                .mapToLong(Long::parseLong)
                                .sum()))
                .reduce(CpuTicks::plus);
    }

    private Optional<Long> swapped() {
        return proc.lines("vmstat").stream()
                .flatMap(line -> Stream.of("pswpin ", "pswpout ")
                        .filter(line::startsWith)
                        .map(name ->
                                Long.parseLong(line.substring(name.length()).trim())))
                .reduce(Long::sum);
    }
}
