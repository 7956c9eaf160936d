package dev.ralbench.trial;

import dev.ralbench.measurement.GeneratorStrain;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Usages;
import java.util.Optional;

/** What stands in the way of a generator that nothing else is in the way of. */
final class Strains {
    private static final GeneratorStrain NONE = Usages.UNHINDERED;

    private Strains() {}

    static GeneratorStrain queued(double queuedSeconds, double ranSeconds) {
        return Copy.of(NONE)
                .with("queuedSeconds", Optional.of(queuedSeconds))
                .with("loopCpuSeconds", Optional.of(ranSeconds))
                .made();
    }

    static GeneratorStrain clockStep(double millis) {
        return Copy.of(NONE).with("clockStepMillis", Optional.of(millis)).made();
    }

    static GeneratorStrain standstill(double millis, double safepointSeconds, double queuedMillis) {
        return Copy.of(NONE)
                .with("standstillMillis", Optional.of(millis))
                .with("standstillQueuedMillis", Optional.of(queuedMillis))
                .with("safepointSeconds", Optional.of(safepointSeconds))
                .made();
    }

    static GeneratorStrain memory(long faults, long swapped, double stalledSeconds) {
        return Copy.of(NONE)
                .with("majorFaults", Optional.of(faults))
                .with("ownSwapBytes", Optional.of(swapped))
                .with("memoryStallSeconds", Optional.of(stalledSeconds))
                .made();
    }

    static GeneratorStrain ports(long waiting, long ports) {
        return Copy.of(NONE)
                .with("timeWaitSockets", Optional.of(waiting))
                .with("localPorts", Optional.of(ports))
                .made();
    }

    static GeneratorStrain room(long descriptorsLeft, double heapShare) {
        return Copy.of(NONE)
                .with("descriptorsLeft", Optional.of(descriptorsLeft))
                .with("heapShare", Optional.of(heapShare))
                .made();
    }
}
