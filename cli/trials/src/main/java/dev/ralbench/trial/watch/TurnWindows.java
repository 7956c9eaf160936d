package dev.ralbench.trial.watch;

import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The windows of a load from one rest to the next, a lead-in and a turn, or a warm-up. Nothing is in flight at either
 * end, so the counts in between are exactly those of these windows' requests. The boundary of lead-in and turn is no
 * such place: counting is slower than requests.
 *
 * @param first index of its first window
 * @param last index of its last window: the one that is compared
 * @param served by servers, by their names
 * @param counted by the target itself
 */
record TurnWindows(int first, int last, Map<String, ServerView> served, Map<String, Double> counted) {
    TurnWindows {
        served = Collections.unmodifiableMap(new LinkedHashMap<>(served));
        counted = Collections.unmodifiableMap(new LinkedHashMap<>(counted));
    }

    /** The last window with its share of the counts: as much for each of its requests as for each of the turn's. */
    WindowMeasurement dressed(List<WindowMeasurement> windows) {
        var window = windows.get(last);
        long requests = windows.subList(first, last + 1).stream()
                .mapToLong(one -> one.requests().ended())
                .sum();
        if (requests == 0) {
            return window;
        }
        double share = (double) window.requests().completions().ended() / requests;
        var servedInWindow = new TreeMap<String, ServerView>();
        served.forEach((name, view) -> servedInWindow.put(name, view.scaled(share)));
        var countedInWindow = new TreeMap<String, Double>();
        counted.forEach((name, count) -> countedInWindow.put(name, count * share));
        return window.with(servedInWindow, countedInWindow);
    }
}
