package dev.ralbench.report;

import dev.ralbench.load.Unanswered;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Numbers;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Names requests that were never answered: they are in no response time, and few of them vanish in a rate. */
final class HangNote {
    /** The name of a target's counter for work accepted but not done: a likely cause. */
    private static final String DROPPED = "dropped";

    private HangNote() {}

    /** The sentence for one trial, without its name; empty if every request ended by itself. */
    static Optional<String> of(Measurement measurement) {
        var parts = new ArrayList<String>();
        var whole = measurement.wholeRun();
        if (whole.requests().stillOpen() > 0) {
            parts.add(stillOpen(whole));
        }
        if (whole.requests().timedOut() > 0) {
            parts.add(timedOut(measurement, parts.isEmpty()));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts) + cause(whole));
    }

    private static String cause(WindowMeasurement whole) {
        double dropped = whole.views().counters().entrySet().stream()
                .filter(counter -> nameOf(counter.getKey()).contains(DROPPED))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return dropped > 0
                ? "; the target counted " + Numbers.count(dropped) + " dropped " + (dropped == 1 ? "task" : "tasks")
                : "";
    }

    /** The name of a counter without its labels. */
    private static String nameOf(String counter) {
        int labels = counter.indexOf('{');
        return labels < 0 ? counter : counter.substring(0, labels);
    }

    private static String stillOpen(WindowMeasurement whole) {
        return requests(whole.requests().stillOpen()) + " still open at the end of "
                + (whole.requests().stillOpen() == 1 ? "its" : "their") + " level (hung)";
    }

    private static String timedOut(Measurement measurement, boolean first) {
        long count = measurement.wholeRun().requests().timedOut();
        var limit = measurement.failureDetails().keySet().stream()
                .flatMap(detail -> Unanswered.timeout(detail).stream())
                .map(timeout -> " after " + timeout)
                .findFirst()
                .orElse("");
        return (first ? requests(count) : Numbers.count((double) count)) + " timed out" + limit;
    }

    private static String requests(long count) {
        return Numbers.count((double) count) + (count == 1 ? " request" : " requests");
    }
}
