package dev.ralbench.compare;

import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The time that a level spent below half of its usual completions. Closed-loop percentiles hide such stalls. */
final class StalledSeconds {
    private static final double SLOW = 0.5;
    /** With fewer slots, their median is no measure of the usual number of completions. */
    private static final int FEWEST_SLOTS = 4;

    private StalledSeconds() {}

    /** The time in slots that lie within the windows and have fewer than half of the median's completions. */
    static OptionalDouble of(Series series, List<WindowMeasurement> windows) {
        var completions = new ArrayList<Long>();
        windows.forEach(window -> completions.addAll(within(series, window)));
        if (completions.size() < FEWEST_SLOTS) {
            return OptionalDouble.empty();
        }
        double usual = completions.stream().sorted().toList().get(completions.size() / 2);
        long slow = completions.stream().filter(count -> count < SLOW * usual).count();
        return OptionalDouble.of(slow * series.slotSeconds());
    }

    private static List<Long> within(Series series, WindowMeasurement window) {
        double end = window.span().startSeconds() + window.lengthSeconds();
        int from = (int) Math.ceil(window.span().startSeconds() / series.slotSeconds());
        int to = (int)
                Math.min(Math.floor(end / series.slotSeconds()), series.slots().size());
        return from >= to
                ? List.of()
                : series.slots().subList(from, to).stream()
                        .map(Series.Slot::completions)
                        .toList();
    }
}
