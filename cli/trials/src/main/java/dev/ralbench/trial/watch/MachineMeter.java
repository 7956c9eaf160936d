package dev.ralbench.trial.watch;

import dev.ralbench.WholeNumber;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.process.CpuTicks;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Watches the machine, window by window: the programs' use of the CPUs that the run may use, time stolen by its host,
 * and swapping.
 */
final class MachineMeter {
    private final ProcFs proc;
    private final RunScope scope;
    private List<CpuTicks> ticksBefore;
    private List<CpuTicks> ticksAtPoll;
    private Optional<Long> swappedBefore;

    MachineMeter(ProcFs proc, RunScope scope) {
        this.proc = proc;
        this.scope = scope;
        this.ticksBefore = ticks();
        this.ticksAtPoll = ticksBefore;
        this.swappedBefore = swapped();
    }

    /**
     * Figures since the last call; empty if the kernel does not say.
     *
     * @param stealShare of the CPUs' time, 0 to 1
     * @param busyShare likewise, with programs and interrupts
     * @param swappedPages read from or written to swap space by the whole machine
     */
    record MachineReading(
            Optional<Double> stealShare,
            Optional<Double> busyShare,
            Optional<MachineCpu> cpu,
            Optional<Long> swappedPages) {}

    MachineReading nextWindow() {
        var ticks = ticks();
        var swapped = swapped();
        boolean isKnown = !ticks.isEmpty() && !ticksBefore.isEmpty();
        var seen = new MachineReading(
                isKnown ? Optional.of(share(ticksBefore, ticks, CpuTicks::steal)) : Optional.empty(),
                isKnown ? Optional.of(share(ticksBefore, ticks, CpuTicks::busy)) : Optional.empty(),
                isKnown ? Optional.of(cpu(ticks)) : Optional.empty(),
                swapped.flatMap(now -> swappedBefore.map(before -> Math.max(0, now - before))));
        ticksBefore = ticks;
        swappedBefore = swapped;
        return seen;
    }

    /** The busy share of the CPUs' time since the last call; empty if the kernel does not say. */
    Optional<Double> pollBusyShare() {
        var ticks = ticks();
        var share = ticks.isEmpty() || ticksAtPoll.isEmpty()
                ? Optional.<Double>empty()
                : Optional.of(share(ticksAtPoll, ticks, CpuTicks::busy));
        ticksAtPoll = ticks;
        return share;
    }

    private List<CpuTicks> ticks() {
        return CpuTicks.all(proc).stream()
                .filter(ticks -> scope.cpus().isEmpty() || scope.cpus().contains(ticks.processor()))
                .toList();
    }

    private MachineCpu cpu(List<CpuTicks> now) {
        long programs = Math.max(0, grown(ticksBefore, now, CpuTicks::programs));
        return new MachineCpu(
                now.size(),
                programs / ProcessStat.TICKS_PER_SECOND,
                scope.dependencies().nextWindow());
    }

    private static double share(List<CpuTicks> before, List<CpuTicks> now, ToLongFunction<CpuTicks> value) {
        long total = grown(before, now, CpuTicks::total);
        return total <= 0 ? 0 : Math.clamp(grown(before, now, value) / (double) total, 0, 1);
    }

    private static long grown(List<CpuTicks> before, List<CpuTicks> now, ToLongFunction<CpuTicks> value) {
        return now.stream().mapToLong(value).sum()
                - before.stream().mapToLong(value).sum();
    }

    private Optional<Long> swapped() {
        return proc.lines("vmstat").stream()
                .flatMap(line -> Stream.of("pswpin ", "pswpout ")
                        .filter(line::startsWith)
                        .flatMap(name ->
                                WholeNumber.in(line.substring(name.length()).trim()).stream()))
                .reduce(Long::sum);
    }
}
