package dev.ralbench.claims;

import dev.ralbench.NearestName;
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
    private static final List<String> KINDS =
            List.of("metric", "threads", "share-of-prediction", "cores", "number", "ratio", "difference");
    private static final List<String> PREDICTED = List.of("rps", "mean", "total-time");

    private ExpressionReader() {}

    /**
     * The expression of a JSON object.
     *
     * @throws IllegalArgumentException if it is none, with the end of a sentence that begins with its key; of the
     *     studies that come with ralbench that is a defect
     */
    static Expression read(Map<?, ?> json) {
        if (json.get("metric") instanceof String key) {
            return new MetricOf(metric(key), place(json));
        }
        if (json.get("threads") instanceof String group) {
            return new ThreadsOf(group, place(json));
        }
        if (json.get("share-of-prediction") instanceof String key) {
            return new ShareOfPrediction(predicted(key), place(json));
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
        throw noExpression(json);
    }

    private static IllegalArgumentException noExpression(Object json) {
        return new IllegalArgumentException("has one of " + String.join(", ", KINDS)
                + " (a list of two of the last two), with the keys that belong to it; got " + json);
    }

    private static Expression part(Object json) {
        if (json instanceof Map<?, ?> object) {
            return read(object);
        }
        throw noExpression(json);
    }

    private static Metric metric(String key) {
        return Metrics.withKey(key)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no metric " + key + "; " + NearestName.hint(key, Metrics.keys())));
    }

    private static Metric predicted(String key) {
        if (!PREDICTED.contains(key)) {
            throw new IllegalArgumentException(
                    "there is no prediction of " + key + "; " + NearestName.hint(key, PREDICTED));
        }
        return metric(key);
    }

    private static FigurePlace place(Map<?, ?> json) {
        var level = text(json, "level");
        return new FigurePlace(
                text(json, "scenario"),
                text(json, "variant"),
                Level.find(level)
                        .orElseThrow(() -> new IllegalArgumentException("level: " + level
                                + " is no name of a level; write it as tables do, such as 256, 10 warm or all")));
    }

    private static String text(Map<?, ?> json, String key) {
        var value = json.get(key);
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Double number && number == Math.rint(number)) {
            return String.valueOf(number.longValue()); // a level in YAML without quotes
        }
        throw new IllegalArgumentException("has no " + key + ": " + json);
    }
}
