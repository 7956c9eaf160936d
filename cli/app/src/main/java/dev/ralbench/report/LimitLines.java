package dev.ralbench.report;

import dev.ralbench.gate.ScenarioLimitJudge.LimitResult;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import java.util.ArrayList;
import java.util.List;

/** The results of a scenario's limits: kept ones in one line, each other one with its reason. */
public final class LimitLines {
    private LimitLines() {}

    /** Lines without line ends; none without limits. */
    public static List<String> render(List<LimitResult> results, Page page) {
        if (results.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add("");
        long kept = 0;
        for (var result : results) {
            switch (result.outcome()) {
                case PASS -> kept++;
                case FAIL -> lines.addAll(page.wrapped(Emphasis.BAD, "broken: " + text(result), 2));
                case INCONCLUSIVE, NO_DATA, ACCEPTED, NOT_JUDGED, NO_BASE ->
                    lines.addAll(page.wrapped(Emphasis.WARNING, "not shown: " + text(result), 2));
            }
        }
        var limits =
                results.stream().map(result -> result.limit().key()).distinct().toList();
        lines.add(page.line(
                Emphasis.NONE,
                "limits kept: " + kept + " of " + results.size() + " (" + String.join(", ", limits) + ")"));
        return lines;
    }

    private static String text(LimitResult result) {
        return result.variant() + " at " + result.place() + ": "
                + result.limit().metric().key() + " " + result.limit().words() + "; " + result.why();
    }
}
