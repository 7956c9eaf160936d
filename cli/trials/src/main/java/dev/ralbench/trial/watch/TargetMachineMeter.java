package dev.ralbench.trial.watch;

import dev.ralbench.Clock;
import dev.ralbench.measurement.TargetMachine;
import dev.ralbench.process.ProcFs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Watches the machine of a target whose load comes from another one, window by window. */
public final class TargetMachineMeter {
    private final MachineMeter meter;
    private final Clock clock;
    private long beganNanos;

    /**
     * Begins the first window.
     *
     * @param dependencies main processes of the target's dependencies; an empty one is not known
     */
    public TargetMachineMeter(OptionalLong target, List<OptionalLong> dependencies, Clock clock) {
        var proc = ProcFs.ofThisMachine();
        this.meter = new MachineMeter(proc, RunScope.ofTarget(target, dependencies, proc));
        this.clock = clock;
        this.beganNanos = clock.nanoTime();
    }

    /** Figures since the last call; empty if the kernel does not say. */
    public Optional<TargetMachine> nextWindow() {
        long now = clock.nanoTime();
        double seconds = (now - beganNanos) / 1e9;
        beganNanos = now;
        var seen = meter.nextWindow();
        return seen.busyShare()
                .flatMap(busy -> seen.cpu().map(cpu -> new TargetMachine(seconds, busy, seen.stealShare(), cpu)));
    }
}
