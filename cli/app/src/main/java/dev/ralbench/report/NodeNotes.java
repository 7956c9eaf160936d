package dev.ralbench.report;

import dev.ralbench.metric.ProcessMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Column notes for Node.js targets: their heap is measured unlike a JVM's, and a JVM has no event loop of its own. */
final class NodeNotes {
    private NodeNotes() {}

    /** @param titles of the columns that there is room for */
    static List<String> of(RunView view, Set<String> titles) {
        var targets = view.variants().stream()
                .filter(variant -> view.wholeRun(variant)
                        .flatMap(whole -> whole.views().inside())
                        .filter(inside -> inside.node().isPresent())
                        .isPresent())
                .toList();
        var notes = new ArrayList<String>();
        if (targets.isEmpty()) {
            return notes;
        }
        if (titles.contains(ProcessMetrics.HEAP_PEAK.title())) {
            notes.add("heap of " + String.join(", ", targets)
                    + ": most used heap of Node.js as polled once a second; it may"
                    + " have been more right before a collection");
        }
        if (titles.contains(ProcessMetrics.LOOP_LAG.title())) {
            notes.add(
                    "loop lag: how late the event loop of Node.js got to what was due, on average; below 1 ms it is the"
                            + " rounding of its timers");
        }
        return notes;
    }
}
