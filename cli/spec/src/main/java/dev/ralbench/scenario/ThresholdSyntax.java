package dev.ralbench.scenario;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.measurement.Threshold.Operator;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ValueSyntax;
import java.util.Optional;

/** A limit: an operator, a number and the unit of the metric, as in {@code <300ms}. */
record ThresholdSyntax(Metric metric, Optional<Level> level) implements ValueSyntax<Threshold> {
    @Override
    public Threshold read(Node node) {
        var written = node instanceof Node.Scalar scalar ? scalar.text() : node.described();
        return Threshold.parse(metric, written).at(level);
    }

    @Override
    public String written(Threshold value) {
        return value.written();
    }

    @Override
    public Threshold substitute() {
        var usual = metric.better() == Metric.Better.HIGHER ? Operator.ABOVE : Operator.BELOW;
        return new Threshold(metric, level, usual, 1);
    }
}
