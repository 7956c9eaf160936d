package dev.ralbench.testing;

import dev.ralbench.measurement.GeneratorGauges;
import java.util.Optional;

/** What stands in the way of a generator that nothing else is in the way of. */
public final class Strains {
    private static final GeneratorGauges NONE = Usages.UNHINDERED;

    private Strains() {}

    public static GeneratorGauges queued(double queuedSeconds, double ranSeconds) {
        return Copy.of(NONE)
                .with("waits.queuedSeconds", Optional.of(queuedSeconds))
                .with("waits.loopCpuSeconds", Optional.of(ranSeconds))
                .made();
    }

    public static GeneratorGauges clockStep(double millis) {
        return Copy.of(NONE).with("waits.clockStepMillis", Optional.of(millis)).made();
    }

    public static GeneratorGauges standstill(double millis, double safepointSeconds, double queuedMillis) {
        return Copy.of(NONE)
                .with("waits.standstillMillis", Optional.of(millis))
                .with("waits.standstillQueuedMillis", Optional.of(queuedMillis))
                .with("waits.safepointSeconds", Optional.of(safepointSeconds))
                .made();
    }

    public static GeneratorGauges memory(long faults, long swapped, double stalledSeconds) {
        return Copy.of(NONE)
                .with("memory.majorFaults", Optional.of(faults))
                .with("memory.ownSwapBytes", Optional.of(swapped))
                .with("memory.memoryStallSeconds", Optional.of(stalledSeconds))
                .made();
    }

    public static GeneratorGauges ports(long waiting, long ports) {
        return Copy.of(NONE)
                .with("supplies.timeWaitSockets", Optional.of(waiting))
                .with("supplies.localPorts", Optional.of(ports))
                .made();
    }

    public static GeneratorGauges room(long descriptorsLeft, double heapShare) {
        return Copy.of(NONE)
                .with("supplies.descriptorsLeft", Optional.of(descriptorsLeft))
                .with("supplies.heapShare", Optional.of(heapShare))
                .made();
    }
}
