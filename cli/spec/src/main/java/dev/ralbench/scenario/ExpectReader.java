package dev.ralbench.scenario;

import dev.ralbench.NearestName;
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

/** Reads {@code expect}: a limit by the key of a metric, at all levels ({@code p99}) or at one ({@code p99@1024}). */
final class ExpectReader {
    private ExpectReader() {}

    static List<MetricLimit> read(Section expect) {
        var limits = new ArrayList<MetricLimit>();
        for (var key : expect.keys()) {
            var parts = key.split("@", 2);
            var level = parts.length == 2
                    ? Level.find(parts[1]).filter(found -> !found.isWholeRun())
                    : Optional.<Level>empty();
            if (parts.length == 2 && level.isEmpty()) {
                expect.keyProblem(
                        key,
                        "needs a level after @, named as in tables: its users or its rate (1024, 500/s), then its label if it has"
                                + " one");
            }
            var metric = Metrics.find(parts[0]);
            if (metric.isEmpty()) {
                expect.keyProblem(key, "unknown metric; " + NearestName.hint(parts[0], Metrics.keys()));
            }
            metric.flatMap(known -> expect.find(key, new LimitSyntax(known, level)))
                    .ifPresent(limits::add);
        }
        return limits;
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
