package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.Median;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One variant's values of a metric at a level, base or head of a {@link Cell}. Made of an {@link Arm}, which holds the
 * trials of a variant over all metrics and levels.
 *
 * @param trials one value per block, in the order of the blocks; only blocks that have a value on both sides
 * @param typical their median; empty without values
 * @param all values of all trials that count, whether or not the other side has one; of errors and timeouts those of
 *     invalid attempts too, which may be invalid because of them
 */
public record Side(List<Double> trials, OptionalDouble typical, List<Attempt> all) {
    public Side {
        trials = List.copyOf(trials);
        all = List.copyOf(all);
    }

    /**
     * The value of one trial.
     *
     * @param block the same for all trials that were measured together
     */
    public record Attempt(String block, double value) {}

    /** A side without trials. */
    public static Side empty() {
        return new Side(List.of(), OptionalDouble.empty(), List.of());
    }

    /**
     * The side of an arm.
     *
     * @param values of the trials that count
     */
    static Side of(Metric metric, Level level, Arm arm, List<Double> values) {
        boolean mayInvalidate =
                metric.ofAll().equals(RequestMetrics.ERRORS) || metric.ofAll().equals(RequestMetrics.TIMEOUTS);
        var all = (mayInvalidate ? arm.attempts() : arm.trials())
                .stream()
                        .flatMap(trial -> trial.value(metric, level).stream()
                                .mapToObj(value -> new Attempt(trial.block(), value)))
                        .toList();
        return new Side(
                values,
                values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Median.of(Change.array(values))),
                all);
    }
}
