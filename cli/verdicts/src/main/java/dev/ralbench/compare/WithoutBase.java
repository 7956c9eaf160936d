package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One variant of one run in the form of a comparison, with nothing to compare it with: the first run of a service. */
public final class WithoutBase {
    private WithoutBase() {}

    /**
     * A comparison without base that holds all figures of the run's only variant.
     *
     * @throws Failure if there are more, or no trial can be used
     */
    public static Comparison of(ResultSource source) {
        return of(source, Metrics.with(ResultSource.names(List.of(source))));
    }

    /**
     * Some metrics only, each as {@link #of(ResultSource)} has it.
     *
     * @param metrics in the order of {@link Metrics#with}
     */
    public static Comparison of(ResultSource source, List<Metric> metrics) {
        var sources = List.of(source);
        Structure.check(sources);
        var variants = Variants.of(source.run());
        if (variants.size() != 1) {
            throw Failure.usage(
                    "--no-base: there is a base",
                    source.name() + " has " + variants.size() + " variants: " + String.join(", ", variants),
                    "leave --no-base out");
        }
        var arms = Arms.paired(sources, variants);
        var head = arms.arms().getFirst();
        var levels = Comparer.levels(arms);
        return new Comparison(
                ComparisonKind.NO_BASE,
                List.of(source.run()),
                Comparison.NO_BASELINE,
                variants,
                levels,
                arms.blocks(),
                cells(head, levels, metrics),
                arms.notes());
    }

    private static List<Cell> cells(Arm head, List<Level> levels, List<Metric> metrics) {
        return Stream.concat(levels.stream(), Stream.of(Level.WHOLE_RUN))
                .flatMap(level -> metrics.stream().flatMap(metric -> cell(metric, level, head).stream()))
                .toList();
    }

    private static Optional<Cell> cell(Metric metric, Level level, Arm head) {
        var values = Pairs.Values.of(head.trials(), metric, level).measured();
        var side = Side.of(metric, level, head, values);
        return Optional.of(side)
                .filter(known -> !known.all().isEmpty())
                .map(known -> new Cell(metric, level, head.name(), Side.empty(), known, Optional.empty(), List.of()));
    }
}
