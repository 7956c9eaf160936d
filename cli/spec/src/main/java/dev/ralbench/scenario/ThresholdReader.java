package dev.ralbench.scenario;

import dev.ralbench.Nearest;
import dev.ralbench.measurement.MetricNames;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.yaml.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code expect}: a limit by the key of a metric, at all levels ({@code p99}) or at one ({@code p99@1024}). */
final class ThresholdReader {
    /** As the tables name levels. */
    private static final Pattern LEVEL = Pattern.compile("(\\d+|\\d+(\\.\\d+)?/s)( [a-z0-9][a-z0-9-]*)?( #\\d+)?");

    private ThresholdReader() {}

    static List<Threshold> read(Section expect) {
        var thresholds = new ArrayList<Threshold>();
        for (var key : expect.keys()) {
            var parts = key.split("@", 2);
            var level = Optional.of(parts).filter(both -> both.length == 2).map(both -> both[1]);
            if (level.filter(name -> !LEVEL.matcher(name).matches()).isPresent()) {
                expect.keyProblem(
                        key,
                        "after @ stands a level as tables name it: its users or its rate (1024, 500/s), then its label where it"
                                + " has one");
            }
            var metric = MetricNames.find(parts[0]);
            if (metric.isEmpty()) {
                expect.keyProblem(key, "unknown metric; " + Nearest.hint(parts[0], MetricNames.keys()));
            }
            metric.flatMap(known -> expect.find(key, new ThresholdForm(known, level)))
                    .ifPresent(thresholds::add);
        }
        return thresholds;
    }
}
