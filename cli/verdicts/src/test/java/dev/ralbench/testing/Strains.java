package dev.ralbench.testing;

import dev.ralbench.measurement.GeneratorGauges;
import java.util.Optional;

/** What stands in the way of a generator that nothing else is in the way of. */
public final class Strains {
    private static final GeneratorGauges NONE = Usages.UNHINDERED;

    private Strains() {}

    public static GeneratorGauges queued(double queuedSeconds, double ranSeconds) {
        return Copy.of(NONE)
                .with("queuedSeconds", Optional.of(queuedSeconds))
                .with("loopCpuSeconds", Optional.of(ranSeconds))
                .made();
    }

    public static GeneratorGauges clockStep(double millis) {
        return Copy.of(NONE).with("clockStepMillis", Optional.of(millis)).made();
    }

    public static GeneratorGauges standstill(double millis, double safepointSeconds, double queuedMillis) {
        return Copy.of(NONE)
                .with("standstillMillis", Optional.of(millis))
                .with("standstillQueuedMillis", Optional.of(queuedMillis))
                .with("safepointSeconds", Optional.of(safepointSeconds))
                .made();
    }

    public static GeneratorGauges memory(long faults, long swapped, double stalledSeconds) {
        return Copy.of(NONE)
                .with("majorFaults", Optional.of(faults))
                .with("ownSwapBytes", Optional.of(swapped))
                .with("memoryStallSeconds", Optional.of(stalledSeconds))
                .made();
    }

    public static GeneratorGauges ports(long waiting, long ports) {
        return Copy.of(NONE)
                .with("timeWaitSockets", Optional.of(waiting))
                .with("localPorts", Optional.of(ports))
                .made();
    }

    public static GeneratorGauges room(long descriptorsLeft, double heapShare) {
        return Copy.of(NONE)
                .with("descriptorsLeft", Optional.of(descriptorsLeft))
                .with("heapShare", Optional.of(heapShare))
                .made();
    }
}
