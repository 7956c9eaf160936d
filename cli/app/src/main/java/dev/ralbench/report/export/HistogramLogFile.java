package dev.ralbench.report.export;

import dev.ralbench.measurement.HistogramLog;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The distributions of runs as a log of HdrHistogram: one interval for each window, and a tag for each series of them, such
 * as {@code shop/head@64} of a variant's successful requests at a level, over all trials and runs. Further distributions of
 * the same windows have the tag with their kind behind it, such as {@code shop/head@64:first-byte}, and those of requests by
 * name the name before the level, {@code shop/head/order@64}. Intervals of trials that do not count begin with {@code
 * uncounted/}.
 */
public final class HistogramLogFile {
    private HistogramLogFile() {}

    /** The log with a line end. */
    public static String render(List<RunResult> runs) {
        var log = new HistogramLog();
        runs.stream().flatMap(run -> MeasuredTrial.of(run).stream()).forEach(trial -> add(trial, log));
        return log.text(runs.stream().map(HistogramLogFile::comment).toList());
    }

    private static String comment(RunResult run) {
        return "run " + run.origin().runId() + " of " + run.scenario().name() + ", "
                + run.origin().startedAt();
    }

    private static void add(MeasuredTrial trial, HistogramLog log) {
        var series =
                (trial.counts() ? "" : "uncounted/") + trial.run().scenario().name() + "/" + trial.variant();
        for (var place : trial.windows()) {
            var window = place.window();
            var at = "@" + place.level();
            add(trial, window, series + at, distributions(window), log);
            for (var named : window.named()) {
                var times = distributions(named.successful(), named.firstByte(), named.all());
                add(trial, window, series + "/" + named.name() + at, times, log);
            }
        }
    }

    private static void add(
            MeasuredTrial trial,
            WindowMeasurement window,
            String tag,
            Map<String, LatencyDistribution> distributions,
            HistogramLog log) {
        distributions.forEach((kind, times) -> log.add(tag + kind, trial.start(window), window.lengthSeconds(), times));
    }

    private static Map<String, LatencyDistribution> distributions(WindowMeasurement window) {
        var requests = window.requests();
        var found = distributions(requests.successful(), requests.firstByte(), requests.all());
        found.put(":connecting", requests.connecting());
        window.open().map(OpenLoad::service).ifPresent(times -> found.put(":service", times));
        window.open().map(OpenLoad::late).ifPresent(times -> found.put(":late", times));
        return found;
    }

    /** By what stands behind the tag. */
    private static Map<String, LatencyDistribution> distributions(
            LatencyDistribution successful, Optional<LatencyDistribution> firstByte, LatencyDistribution all) {
        var found = new LinkedHashMap<String, LatencyDistribution>();
        found.put("", successful);
        found.put(":all", all);
        firstByte.ifPresent(times -> found.put(":first-byte", times));
        return found;
    }
}
