package dev.ralbench.metric;

import dev.ralbench.load.Level;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * A metric's limit, such as {@code p99 < 300ms}.
 *
 * @param level the one level that it is for; empty for all levels, or if its rule names them
 * @param value the limit itself, in the metric's unit
 */
public record MetricLimit(Metric metric, Optional<Level> level, Operator operator, double value) {
    public MetricLimit {
        if (!Double.isFinite(value) || value < 0) {
            throw new IllegalArgumentException("must be a limit from 0 on, got " + value);
        }
        var better = metric.better();
        boolean fits = better == Better.NEITHER || operator.isUpper() == (better == Better.LOWER);
        if (!fits) {
            throw new IllegalArgumentException("of " + metric.key() + ", "
                    + (operator.isUpper() ? "more is better: give the least" : "less is better: give the most"));
        }
    }

    /** How a value is held against the limit. */
    public enum Operator {
        BELOW("<"),
        AT_MOST("<="),
        ABOVE(">"),
        AT_LEAST(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }

        /** Whether the limit is an upper bound. */
        public boolean isUpper() {
            return this == BELOW || this == AT_MOST;
        }
    }

    /**
     * Reads operator and limit, such as {@code <300ms} or {@code >= 4000/s}.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the metric
     */
    public static MetricLimit parse(Metric metric, String text) {
        var written = text.strip();
        // The longer sign first: <= begins with <.
        var operator = Arrays.stream(Operator.values())
                .filter(candidate -> written.startsWith(candidate.sign))
                .max(Comparator.comparingInt(candidate -> candidate.sign.length()))
                .orElseThrow(() -> new IllegalArgumentException("must begin with <, <=, > or >=, got " + text));
        var limit = written.substring(operator.sign.length()).strip();
        return new MetricLimit(metric, Optional.empty(), operator, Quantity.parse(metric.unit(), limit));
    }

    /** This limit at the given level. */
    public MetricLimit at(Optional<Level> one) {
        return new MetricLimit(metric, one, operator, value);
    }

    /** The name in files: {@code p99}, {@code p99@1024}, {@code p99@order@1024}. */
    public String key() {
        return metric.key() + level.map(one -> "@" + one.name()).orElse("");
    }

    /** The text that {@link #parse} reads back. */
    public String written() {
        return operator.sign() + Quantity.written(metric.unit(), value);
    }

    /** Whether a value is as it has to be. */
    public boolean holds(double figure) {
        return switch (operator) {
            case BELOW -> figure < value;
            case AT_MOST -> figure <= value;
            case ABOVE -> figure > value;
            case AT_LEAST -> figure >= value;
        };
    }

    /** Such as {@code at most 300 ms}. */
    public String words() {
        var amount = Quantity.shown(metric.unit(), value);
        return switch (operator) {
            case BELOW -> "below " + amount;
            case AT_MOST -> "at most " + amount;
            case ABOVE -> "above " + amount;
            case AT_LEAST -> "at least " + amount;
        };
    }

    /** The limit that a file means by a name and a text, if the name is that of a metric. */
    public static Optional<MetricLimit> find(String name, String text) {
        return Metrics.find(name).map(metric -> parse(metric, text));
    }
}
