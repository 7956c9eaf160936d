package dev.ralbench.report;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Why figures of the table per level are missing, if there is something that a user can do about it. */
final class DashNotes {
    private DashNotes() {}

    /** @param shown titles of the columns that there is room for */
    static List<String> of(RunView view, Set<String> shown) {
        var windows = windows(view);
        var notes = new ArrayList<String>();
        if (shown.contains(RequestMetrics.P99.title()) && windows.stream().anyMatch(DashNotes::hasTooFewForP99)) {
            notes.add("p99 –: a level has it from " + Numbers.count((double) RequestMetrics.P99.leastSamples())
                    + " good responses on");
        }
        if (isWithoutInside(view)) {
            notes.add("no threads, heap, cpu/req: no target was looked into; a URL needs --pid for it");
        }
        return notes;
    }

    /** Whether there is no figure from inside any target: then the table has no columns for them. */
    static boolean isWithoutInside(RunView view) {
        var windows = windows(view);
        return !windows.isEmpty()
                && windows.stream().allMatch(window -> window.views().inside().isEmpty());
    }

    private static List<WindowMeasurement> windows(RunView view) {
        return view.levels().stream()
                .flatMap(level -> view.variants().stream().flatMap(variant -> view.windows(variant, level).stream()))
                .toList();
    }

    private static boolean hasTooFewForP99(WindowMeasurement window) {
        return RequestMetrics.P99.of(window).isEmpty()
                && RequestMetrics.P50.of(window).isPresent();
    }
}
