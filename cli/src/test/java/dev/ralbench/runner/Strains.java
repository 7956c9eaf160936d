package dev.ralbench.runner;

import dev.ralbench.measurement.GeneratorStrain;
import dev.ralbench.testing.Usages;
import java.util.Optional;

/** What stands in the way of a generator that nothing else is in the way of. */
final class Strains {
    private static final GeneratorStrain NONE = Usages.UNHINDERED;

    private Strains() {}

    static GeneratorStrain queued(double queuedSeconds, double ranSeconds) {
        return of(queuedSeconds, ranSeconds, 0.4, 0.1, 0.003, 0);
    }

    static GeneratorStrain clockStep(double millis) {
        return of(0.01, 1.2, 0.4, 0.1, 0.003, millis);
    }

    static GeneratorStrain standstill(double millis, double safepointSeconds, double queuedMillis) {
        return of(0.01, 1.2, millis, queuedMillis, safepointSeconds, 0);
    }

    private static GeneratorStrain of(
            double queuedSeconds,
            double ranSeconds,
            double standstill,
            double standstillQueued,
            double safepoints,
            double step) {
        return new GeneratorStrain(
                Optional.of(queuedSeconds),
                Optional.of(ranSeconds),
                Optional.of(standstill),
                Optional.of(standstillQueued),
                Optional.of(safepoints),
                Optional.of(step),
                NONE.majorFaults(),
                NONE.ownSwapBytes(),
                NONE.memoryStallSeconds(),
                NONE.timeWaitSockets(),
                NONE.localPorts(),
                NONE.descriptorsLeft(),
                NONE.heapShare());
    }

    static GeneratorStrain memory(long faults, long swapped, double stalledSeconds) {
        return new GeneratorStrain(
                NONE.queuedSeconds(),
                NONE.loopCpuSeconds(),
                NONE.standstillMillis(),
                NONE.standstillQueuedMillis(),
                NONE.safepointSeconds(),
                NONE.clockStepMillis(),
                Optional.of(faults),
                Optional.of(swapped),
                Optional.of(stalledSeconds),
                NONE.timeWaitSockets(),
                NONE.localPorts(),
                NONE.descriptorsLeft(),
                NONE.heapShare());
    }

    static GeneratorStrain ports(long waiting, long ports) {
        return room(waiting, ports, 900, 0.1);
    }

    static GeneratorStrain room(long descriptorsLeft, double heapShare) {
        return room(12, 28_232, descriptorsLeft, heapShare);
    }

    private static GeneratorStrain room(long waiting, long ports, long descriptorsLeft, double heapShare) {
        return new GeneratorStrain(
                NONE.queuedSeconds(),
                NONE.loopCpuSeconds(),
                NONE.standstillMillis(),
                NONE.standstillQueuedMillis(),
                NONE.safepointSeconds(),
                NONE.clockStepMillis(),
                NONE.majorFaults(),
                NONE.ownSwapBytes(),
                NONE.memoryStallSeconds(),
                Optional.of(waiting),
                Optional.of(ports),
                Optional.of(descriptorsLeft),
                Optional.of(heapShare));
    }
}
