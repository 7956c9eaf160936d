package dev.ralbench.claims;

import dev.ralbench.claims.Expression.Constant;
import dev.ralbench.claims.Expression.CoresOf;
import dev.ralbench.claims.Expression.Difference;
import dev.ralbench.claims.Expression.MetricOf;
import dev.ralbench.claims.Expression.Ratio;
import dev.ralbench.claims.Expression.ShareOfPrediction;
import dev.ralbench.claims.Expression.ThreadsOf;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import java.util.List;
import java.util.Map;

/** Reads expressions as the files of studies write them. */
final class ExpressionReader {
    private ExpressionReader() {}

    /**
     * The expression of a JSON object.
     *
     * @throws IllegalArgumentException if it is none: the files are ralbench's own, so that is a defect
     */
    static Expression read(Map<?, ?> json) {
        if (json.get("metric") instanceof String key) {
            return new MetricOf(metric(key), place(json));
        }
        if (json.get("threads") instanceof String group) {
            return new ThreadsOf(group, place(json));
        }
        if (json.get("share-of-prediction") instanceof String key) {
            return new ShareOfPrediction(metric(key), place(json));
        }
        if (json.get("cores") instanceof String scenario) {
            return new CoresOf(scenario);
        }
        if (json.get("number") instanceof Number number) {
            return new Constant(number.doubleValue());
        }
        return ofTwo(json);
    }

    private static Expression ofTwo(Map<?, ?> json) {
        if (json.get("ratio") instanceof List<?> parts && parts.size() == 2) {
            return new Ratio(part(parts.getFirst()), part(parts.getLast()));
        }
        if (json.get("difference") instanceof List<?> parts && parts.size() == 2) {
            return new Difference(part(parts.getFirst()), part(parts.getLast()));
        }
        throw new IllegalArgumentException("no expression: " + json);
    }

    private static Expression part(Object json) {
        if (json instanceof Map<?, ?> object) {
            return read(object);
        }
        throw new IllegalArgumentException("no expression: " + json);
    }

    private static Metric metric(String key) {
        return Metrics.withKey(key).orElseThrow(() -> new IllegalArgumentException("no metric: " + key));
    }

    private static FigurePlace place(Map<?, ?> json) {
        var level = text(json, "level");
        return new FigurePlace(
                text(json, "scenario"),
                text(json, "variant"),
                Level.find(level).orElseThrow(() -> new IllegalArgumentException("no level: " + level)));
    }

    private static String text(Map<?, ?> json, String key) {
        if (json.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(key + " is missing: " + json);
    }
}
