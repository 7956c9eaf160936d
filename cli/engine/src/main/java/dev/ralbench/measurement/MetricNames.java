package dev.ralbench.measurement;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How people may write a metric in files: by its key, with underscores where the key has other signs, or as tables name it. */
public final class MetricNames {
    /** Names that are in use for what has a more exact one here. */
    private static final Map<String, Metric> OTHERS =
            Map.of("heap_live", Metric.HEAP_AFTER_COLLECTION, "stall_max", Metric.STALL);

    private MetricNames() {}

    /** The metric that a file means by {@code cpu/request} or {@code cpu_request}. */
    public static Optional<Metric> find(String name) {
        var plain = plain(name);
        return Arrays.stream(Metric.values())
                .filter(metric -> plain(metric.key()).equals(plain))
                .findFirst()
                .or(() -> Optional.ofNullable(OTHERS.get(plain)))
                .or(() -> Arrays.stream(Metric.values())
                        .filter(metric -> plain(metric.title()).equals(plain))
                        .findFirst());
    }

    /** All keys, for suggestions after a typing mistake. */
    public static List<String> keys() {
        return Arrays.stream(Metric.values()).map(Metric::key).toList();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[./-]", "_");
    }
}
