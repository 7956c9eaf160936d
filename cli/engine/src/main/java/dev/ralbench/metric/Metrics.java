package dev.ralbench.metric;

import dev.ralbench.metric.DependencyFigure.Aspect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All metrics, and how people may write them. */
public final class Metrics {
    /** In the order of files and tables. */
    public static final List<Metric> ALL = Stream.of(
                    RequestMetrics.ALL, ArrivalMetrics.ALL, ProcessMetrics.ALL, DependencyMetrics.ALL, TrialMetrics.ALL)
            .flatMap(List::stream)
            .toList();

    /** Common names of metrics that have a more exact one here. */
    private static final Map<String, Metric> OTHERS =
            Map.of("heap_live", ProcessMetrics.HEAP_AFTER_COLLECTION, "stall_max", RequestMetrics.STALL);

    private Metrics() {}

    /** The metric with the given key, such as {@code cpu/request}. */
    public static Optional<Metric> withKey(String key) {
        return ALL.stream().filter(metric -> metric.key().equals(key)).findFirst();
    }

    /** The metric that a file means: by its key, with underscores for the key's other signs, or as tables name it. */
    public static Optional<Metric> find(String name) {
        var plain = plain(name);
        return ALL.stream()
                .filter(metric -> plain(metric.key()).equals(plain))
                .findFirst()
                .or(() -> Optional.ofNullable(OTHERS.get(plain)))
                .or(() -> ALL.stream()
                        .filter(metric -> plain(metric.title()).equals(plain))
                        .findFirst());
    }

    /** The metrics of this aspect, one for each kind of dependency that has it. */
    public static List<Metric> of(Aspect aspect) {
        return ALL.stream()
                .filter(metric -> metric.ofDependency()
                        .filter(figure -> figure.aspect() == aspect)
                        .isPresent())
                .toList();
    }

    /** All keys, for suggestions after a typing mistake. */
    public static List<String> keys() {
        return ALL.stream().map(Metric::key).toList();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[./-]", "_");
    }
}
