package dev.ralbench.gate;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.Quantity;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ValueSyntax;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the single values of a gate file are written. */
final class GateSyntax {
    private GateSyntax() {}

    /** The text of a scalar, whatever YAML takes it for: {@code 5%} is a text to it, {@code 5} a number. */
    private static String text(Node node, String wanted) {
        if (node instanceof Node.Scalar scalar && !scalar.text().isBlank()) {
            return scalar.text();
        }
        throw new IllegalArgumentException("needs " + wanted + ", got " + node.described());
    }

    /** A metric that exists. */
    record MetricForm() implements ValueSyntax<Metric> {
        @Override
        public Metric read(Node node) {
            var name = text(node, "the name of a metric");
            return Metrics.find(name)
                    .orElseThrow(() ->
                            new IllegalArgumentException("there is no metric " + name + "; " + Metrics.hint(name)));
        }

        @Override
        public Object written(Metric value) {
            return value.key();
        }

        @Override
        public Metric substitute() {
            return RequestMetrics.GOODPUT;
        }
    }

    /** A share in per cent, above 0 %. */
    record PercentForm() implements ValueSyntax<Double> {
        @Override
        public Double read(Node node) {
            double share = Quantity.parse(MetricUnit.SHARE, text(node, "a percentage such as 5%"));
            if (share <= 0) {
                throw new IllegalArgumentException("must be above 0%, got " + node.described());
            }
            return share;
        }

        @Override
        public Object written(Double value) {
            return Quantity.shown(MetricUnit.SHARE, value);
        }

        @Override
        public Double substitute() {
            return 0.1;
        }
    }

    /** A value of a metric in one of its units. */
    record QuantityForm(MetricUnit unit) implements ValueSyntax<Double> {
        @Override
        public Double read(Node node) {
            return Quantity.parse(unit, text(node, "a value"));
        }

        @Override
        public Object written(Double value) {
            return Quantity.shown(unit, value);
        }

        @Override
        public Double substitute() {
            return 1.0;
        }
    }

    /** The probability of a false alarm: {@code 0.01}. */
    record AlphaForm() implements ValueSyntax<Double> {
        @Override
        public Double read(Node node) {
            boolean isNumber = node instanceof Node.Scalar scalar
                    && scalar.text().matches("0?\\.\\d{1,9}")
                    && Double.parseDouble(scalar.text()) > 0
                    && Double.parseDouble(scalar.text()) <= 0.1;
            if (!isNumber) {
                throw new IllegalArgumentException(
                        "must be a probability above 0 and up to 0.1, such as 0.01, got " + node.described());
            }
            return Double.valueOf(text(node, ""));
        }

        @Override
        public Object written(Double value) {
            return value;
        }

        @Override
        public Double substitute() {
            return 0.01;
        }
    }

    /** A day: {@code 2026-04-01}. */
    record DayForm() implements ValueSyntax<LocalDate> {
        @Override
        public LocalDate read(Node node) {
            var written = text(node, "a day such as 2026-04-01");
            try {
                return LocalDate.parse(written);
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException("must be a day such as 2026-04-01, got " + written, e);
            }
        }

        @Override
        public Object written(LocalDate value) {
            return value.toString();
        }

        @Override
        public LocalDate substitute() {
            return LocalDate.EPOCH;
        }
    }

    /** A list of single values. */
    record ListForm<T>(ValueSyntax<T> each) implements ValueSyntax<List<T>> {
        @Override
        public List<T> read(Node node) {
            if (!(node instanceof Node.Items list) || list.items().isEmpty()) {
                throw new IllegalArgumentException("needs a list such as [12, 16, 20], got "
                        + (node instanceof Node.Items ? "an empty one" : node.described()));
            }
            var read = new ArrayList<T>();
            for (var item : list.items()) {
                read.add(each.read(item));
            }
            return read;
        }

        @Override
        public Object written(List<T> value) {
            return value.stream().map(each::written).toList();
        }

        @Override
        public List<T> substitute() {
            return List.of();
        }
    }

    /** A list of single values, or {@code auto} for an empty one. */
    record AutoForm<T>(ValueSyntax<T> each) implements ValueSyntax<List<T>> {
        private static final String AUTO = "auto";

        @Override
        public List<T> read(Node node) {
            return node instanceof Node.Scalar scalar && scalar.text().equals(AUTO)
                    ? List.of()
                    : new ListForm<>(each).read(node);
        }

        @Override
        public Object written(List<T> value) {
            return value.isEmpty() ? AUTO : new ListForm<>(each).written(value);
        }

        @Override
        public List<T> substitute() {
            return List.of();
        }
    }

    /** {@code all}, {@code highest}, or a list of levels; each a number of users or the name that tables have for it. */
    record LevelsForm() implements ValueSyntax<LevelChoice> {
        private static final String ALL = "all";
        private static final String HIGHEST = "highest";

        @Override
        public LevelChoice read(Node node) {
            if (node instanceof Node.Scalar scalar && scalar.text().equals(ALL)) {
                return new LevelChoice.Every();
            }
            if (node instanceof Node.Scalar scalar && scalar.text().equals(HIGHEST)) {
                return new LevelChoice.Highest();
            }
            if (!(node instanceof Node.Items list) || list.items().isEmpty()) {
                throw new IllegalArgumentException("must be all, highest or a list of levels such as [256, 1024], got "
                        + (node instanceof Node.Items ? "an empty one" : node.described()));
            }
            return new LevelChoice.NamedLevels(
                    list.items().stream().map(LevelsForm::level).toList());
        }

        private static Level level(Node item) {
            var name = text(item, "the name of a level");
            return Level.find(name)
                    .orElseThrow(() -> new IllegalArgumentException("there is no level " + name
                            + ": levels are named as in tables, such as 256, 500/s, 10 warm"));
        }

        @Override
        public Object written(LevelChoice value) {
            return switch (value) {
                case LevelChoice.NamedLevels named ->
                    named.levels().stream().map(Level::name).toList();
                case LevelChoice.Highest highest -> HIGHEST;
                case LevelChoice.Every every -> ALL;
                case LevelChoice.WholeRun whole -> ALL;
            };
        }

        @Override
        public LevelChoice substitute() {
            return new LevelChoice.WholeRun();
        }
    }

    /**
     * One of a fixed set of words.
     *
     * @param constants the value of each
     */
    record WordForm<T>(Map<String, T> constants) implements ValueSyntax<T> {
        WordForm {
            constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
        }

        @Override
        public T read(Node node) {
            var word = text(node, "one of " + String.join(", ", constants.keySet()));
            return Optional.ofNullable(constants.get(word))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "must be one of " + String.join(", ", constants.keySet()) + ", got " + word));
        }

        @Override
        public Object written(T value) {
            return constants.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(value))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
        }

        @Override
        public T substitute() {
            return constants.values().iterator().next();
        }
    }
}
