package dev.ralbench.report;

import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of each request and journey, as the page in a browser reads them: it would have to merge the distributions
 * of all trials again, and a page that is short of room holds none of them.
 */
final class FiguresByName {
    private static final List<Metric> SHOWN = List.of(
            RequestMetrics.REQUESTS,
            RequestMetrics.GOODPUT,
            RequestMetrics.P50,
            RequestMetrics.P90,
            RequestMetrics.P95,
            RequestMetrics.P99,
            RequestMetrics.MAX,
            RequestMetrics.ERRORS);

    private FiguresByName() {}

    /** Names, steps of journeys, and figures by level, variant and name; empty if the load has one request alone. */
    static Optional<Map<String, Object>> json(RunView view) {
        if (view.named().isEmpty()) {
            return Optional.empty();
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("names", view.named().stream().map(FiguresByName::name).toList());
        json.put("steps", steps(view));
        var levels = new LinkedHashMap<String, Object>();
        for (var level : view.levels()) {
            var variants = new LinkedHashMap<String, Object>();
            for (var variant : view.variants()) {
                var figures = view.figures(variant, level);
                var byName = new LinkedHashMap<String, Object>();
                view.named().forEach(named -> {
                    var values = new LinkedHashMap<String, Object>();
                    SHOWN.forEach(metric -> values.put(metric.key(), figures.of(metric.ofName(named.name()))));
                    byName.put(named.name(), values);
                });
                variants.put(variant, byName);
            }
            levels.put(level.name(), variants);
        }
        json.put("levels", levels);
        return Optional.of(json);
    }

    private static Map<String, Object> name(RunView.Named named) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", named.name());
        json.put("isJourney", named.isJourney());
        return json;
    }

    /** The steps of each journey in their order, as far as the scenario says. */
    private static Map<String, List<String>> steps(RunView view) {
        var steps = new LinkedHashMap<String, List<String>>();
        if (view.run().scenario().document().get("journeys") instanceof Map<?, ?> journeys) {
            journeys.forEach((name, journey) -> {
                if (journey instanceof Map<?, ?> keys && keys.get("steps") instanceof Map<?, ?> ofJourney) {
                    steps.put(
                            String.valueOf(name),
                            ofJourney.keySet().stream().map(String::valueOf).toList());
                }
            });
        }
        return steps;
    }
}
