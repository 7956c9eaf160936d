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
    private Optional<Long> swappedBefore;

    MachineMeter(ProcFs proc, RunScope scope) {
        this.proc = proc;
        this.scope = scope;
        this.ticksBefore = ticks();
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
                isKnown ? Optional.of(share(ticks, CpuTicks::steal)) : Optional.empty(),
                isKnown ? Optional.of(share(ticks, CpuTicks::busy)) : Optional.empty(),
                isKnown ? Optional.of(cpu(ticks)) : Optional.empty(),
                swapped.flatMap(now -> swappedBefore.map(before -> Math.max(0, now - before))));
        ticksBefore = ticks;
        swappedBefore = swapped;
        return seen;
    }

    private List<CpuTicks> ticks() {
        return CpuTicks.all(proc).stream()
                .filter(ticks -> scope.cpus().isEmpty() || scope.cpus().contains(ticks.processor()))
                .toList();
    }

    private MachineCpu cpu(List<CpuTicks> now) {
        long programs = Math.max(0, grown(now, CpuTicks::programs));
        return new MachineCpu(
                now.size(),
                programs / ProcessStat.TICKS_PER_SECOND,
                scope.dependencies().nextWindow());
    }

    private double share(List<CpuTicks> now, ToLongFunction<CpuTicks> value) {
        long total = grown(now, CpuTicks::total);
        return total <= 0 ? 0 : Math.clamp(grown(now, value) / (double) total, 0, 1);
    }

    private long grown(List<CpuTicks> now, ToLongFunction<CpuTicks> value) {
        return now.stream().mapToLong(value).sum()
                - ticksBefore.stream().mapToLong(value).sum();
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
