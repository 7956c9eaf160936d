package dev.ralbench.metric;

import dev.ralbench.NearestName;
import dev.ralbench.load.Level;
import dev.ralbench.metric.DependencyFigure.Aspect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All metrics, and how people may write them. */
public final class Metrics {
    /** In the order of files and tables. */
    public static final List<Metric> ALL = Stream.of(
                    RequestMetrics.ALL, ArrivalMetrics.ALL, ProcessMetrics.ALL, DependencyMetrics.ALL, TrialMetrics.ALL)
            .flatMap(List::stream)
            .toList();

    /** Those that the requests or journeys of one name have, too: {@code p99@order}. */
    public static final List<Metric> BY_NAME =
            ALL.stream().filter(Metric::isKnownByName).toList();

    /** Common names of metrics that have a more exact one here. */
    private static final Map<String, Metric> OTHERS =
            Map.of("heap_live", ProcessMetrics.HEAP_AFTER_COLLECTION, "stall_max", RequestMetrics.STALL);

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,99}");

    private Metrics() {}

    /** All metrics, followed by those of each name. */
    public static List<Metric> with(List<String> names) {
        return Stream.concat(
                        ALL.stream(),
                        names.stream().flatMap(name -> BY_NAME.stream().map(metric -> metric.ofName(name))))
                .toList();
    }

    /** The metric with the given key, such as {@code cpu/request} or {@code p99@order}. */
    public static Optional<Metric> withKey(String key) {
        return find(
                key,
                one -> ALL.stream().filter(metric -> metric.key().equals(one)).findFirst());
    }

    /**
     * The metric that a file means: by its key, with underscores for the key's other signs, or as tables name it. Of the
     * requests of one name with that behind an {@code @}, whether or not anything has the name.
     */
    public static Optional<Metric> find(String name) {
        return find(name, Metrics::findOfAll);
    }

    private static Optional<Metric> find(String key, Function<String, Optional<Metric>> ofAll) {
        int sign = key.indexOf(Metric.SIGN_OF_NAME);
        return sign < 0
                ? ofAll.apply(key)
                : Optional.of(key.substring(sign + 1))
                        .filter(Metrics::canBeName)
                        .flatMap(name -> ofAll.apply(key.substring(0, sign))
                                .filter(Metric::isKnownByName)
                                .map(metric -> metric.ofName(name)));
    }

    /** Whether requests may have the name: behind an {@code @} stands a level, too, and {@code p99@64} means that. */
    public static boolean canBeName(String text) {
        return NAME.matcher(text).matches() && Level.find(text).isEmpty();
    }

    /** Which metrics there are, in words, in place of one that {@link #find} does not know. */
    public static String hint(String unknown) {
        int sign = unknown.indexOf(Metric.SIGN_OF_NAME);
        var key = sign < 0 ? unknown : unknown.substring(0, sign);
        var ofAll = sign < 0 ? Optional.<Metric>empty() : findOfAll(key);
        if (ofAll.isEmpty()) {
            return NearestName.hint(key, keys());
        }
        return ofAll.get().isKnownByName()
                ? "behind " + Metric.SIGN_OF_NAME + " stands the name of a request or a journey"
                : ofAll.get().key() + " is of all requests together; by name there are "
                        + BY_NAME.stream().map(Metric::key).collect(Collectors.joining(", "));
    }

    /**
     * Why a metric can have no value where requests have these names; empty if it may have one.
     *
     * @param names none if there is one request alone
     */
    public static Optional<String> withoutName(Metric metric, List<String> names) {
        return metric.name()
                .filter(name -> !names.contains(name))
                .map(name -> names.isEmpty()
                        ? "there is one request alone, and none by the name of " + name
                        : "there is no request or journey " + name + "; " + NearestName.hint(name, names));
    }

    private static Optional<Metric> findOfAll(String name) {
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
