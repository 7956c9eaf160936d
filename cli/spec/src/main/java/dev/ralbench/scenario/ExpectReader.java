package dev.ralbench.scenario;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.MetricLimit.Operator;
import dev.ralbench.metric.Metrics;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.ValueSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code expect}: a limit by the key of a metric ({@code p99}, {@code p99@order}), at all levels or at one
 * ({@code p99@1024}, {@code p99@order@1024}).
 */
final class ExpectReader {
    private ExpectReader() {}

    /**
     * The limits.
     *
     * @param names of the scenario's requests and journeys, none if it has one request alone; empty if they are not
     *     known, and each name counts
     */
    static List<MetricLimit> read(Section expect, Optional<List<String>> names) {
        var limits = new ArrayList<MetricLimit>();
        for (var key : expect.keys()) {
            int last = key.lastIndexOf('@');
            var level = last < 0
                    ? Optional.<Level>empty()
                    : Level.find(key.substring(last + 1)).filter(found -> !found.isWholeRun());
            var name = level.isPresent() ? key.substring(0, last) : key;
            var metric = Metrics.find(name);
            problem(name, metric, names).ifPresent(problem -> expect.keyProblem(key, problem));
            metric.flatMap(known -> expect.find(key, new LimitSyntax(known, level)))
                    .ifPresent(limits::add);
        }
        return limits;
    }

    private static Optional<String> problem(String name, Optional<Metric> metric, Optional<List<String>> names) {
        if (name.contains("@") && names.filter(List::isEmpty).isPresent()) {
            return Optional.of(
                    "needs a level after @, named as in tables: its users or its rate (1024, 500/s), then its label if it has"
                            + " one");
        }
        return metric.isEmpty()
                ? Optional.of("unknown metric; " + Metrics.hint(name))
                : names.flatMap(known -> Metrics.withoutName(metric.get(), known));
    }

    /** A limit: an operator, a number and the unit of the metric, as in {@code <300ms}. */
    private record LimitSyntax(Metric metric, Optional<Level> level) implements ValueSyntax<MetricLimit> {
        @Override
        public MetricLimit read(Node node) {
            var written = node instanceof Node.Scalar scalar ? scalar.text() : node.described();
            return MetricLimit.parse(metric, written).at(level);
        }

        @Override
        public String written(MetricLimit value) {
            return value.written();
        }

        @Override
        public MetricLimit substitute() {
            var usual = metric.better() == Better.HIGHER ? Operator.ABOVE : Operator.BELOW;
            return new MetricLimit(metric, level, usual, 1);
        }
    }
}
