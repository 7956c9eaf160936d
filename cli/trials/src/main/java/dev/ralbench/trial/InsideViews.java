package dev.ralbench.trial;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.service.ProbeReading;
import java.util.Optional;

/** Turns what probes read into findings. */
final class InsideViews {
    private InsideViews() {}

    static InsideView of(ProbeReading reading) {
        return new InsideView(
                reading.source(),
                reading.cpuSeconds(),
                reading.residentPeakBytes(),
                reading.osThreadsPeak(),
                reading.threadGroupsPeak(),
                reading.voluntarySwitches(),
                reading.involuntarySwitches(),
                Optional.of(reading.compilerSeconds()),
                reading.jvm().map(jvm -> of(jvm, reading.viewThreads())));
    }

    private static InsideView.Jvm of(ProbeReading.JvmReading jvm, int viewThreads) {
        return new InsideView.Jvm(
                jvm.liveThreadsPeak(),
                jvm.liveThreadsPeakIsOfWindow() ? InsideView.PeakScope.WINDOW : InsideView.PeakScope.PROCESS_START,
                Optional.of(viewThreads),
                jvm.heapPeakBytes(),
                jvm.heapAfterCollectionBytes(),
                jvm.collections(),
                jvm.collectionMillis(),
                jvm.allocatedBytes());
    }
}
