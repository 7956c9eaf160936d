package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import dev.ralbench.statistics.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The values of one metric at one level on both sides, and their differences.
 *
 * @param base values of the baseline
 * @param head values of the variant; of paired arms in the same order and number
 * @param harm of each pair, above 0 is worse; empty if trials are not paired
 * @param runs which run each pair is of, by its place in the order of their start
 * @param scale that harm is measured in
 */
record Pairs(Values base, Values head, List<Double> harm, List<Integer> runs, Change.Scale scale) {
    Pairs {
        harm = List.copyOf(harm);
        runs = List.copyOf(runs);
    }

    /**
     * The values of one side.
     *
     * @param measured as they are shown
     * @param comparable the same, at least as large as the resolution
     */
    record Values(List<Double> measured, List<Double> comparable) {
        Values {
            measured = List.copyOf(measured);
            comparable = List.copyOf(comparable);
        }

        static Values of(List<TrialFigures> trials, Metric metric, Level level) {
            var measured = new ArrayList<Double>(trials.size());
            var comparable = new ArrayList<Double>(trials.size());
            for (var trial : trials) {
                trial.value(metric, level).ifPresent(value -> {
                    measured.add(value);
                    comparable.add(Math.max(value, trial.resolution(metric, level)));
                });
            }
            return new Values(measured, comparable);
        }

        boolean isEmpty() {
            return measured.isEmpty();
        }

        int size() {
            return measured.size();
        }

        /** The values that a change on this scale is computed from. */
        List<Double> on(Change.Scale scale) {
            return scale == Change.Scale.LOG_RATIO ? comparable : measured;
        }
    }

    /**
     * Pairs by block. If one side has no value because it served too little, the block counts as the worst possible for
     * that side: left out, it would make a dead variant look better.
     */
    static Pairs byBlock(Metric metric, Level level, Arm base, Arm head) {
        var pairs = IntStream.range(0, base.trials().size())
                .mapToObj(i -> TrialPair.of(
                        metric,
                        level,
                        base.trials().get(i),
                        head.trials().get(i),
                        base.runs().get(i)))
                .filter(pair -> pair.hasBoth() || (ranksMissing(metric) && pair.hasOne()))
                .toList();
        var both = pairs.stream().filter(TrialPair::hasBoth).toList();
        var from = Values.of(both.stream().map(TrialPair::base).toList(), metric, level);
        var to = Values.of(both.stream().map(TrialPair::head).toList(), metric, level);
        var scale = scale(metric, from, to);
        var harm = new ArrayList<Double>();
        int known = 0;
        for (var pair : pairs) {
            if (pair.hasBoth()) {
                double a = from.on(scale).get(known);
                double b = to.on(scale).get(known);
                harm.add(
                        metric.comparison().way() == MetricComparison.Way.RATE
                                ? pair.rate(metric, level, a, b)
                                : harm(metric, scale, a, b));
                known++;
            } else {
                harm.add(pair.ofMissing());
            }
        }
        return new Pairs(from, to, harm, pairs.stream().map(TrialPair::run).toList(), scale);
    }

    private static boolean ranksMissing(Metric metric) {
        return metric.isOfRequests() && metric.comparison().way() != MetricComparison.Way.NOT_COMPARED;
    }

    /** Values of trials that have nothing to do with each other. */
    static Pairs unpaired(Metric metric, Level level, Arm base, Arm head) {
        var from = Values.of(base.trials(), metric, level);
        var to = Values.of(head.trials(), metric, level);
        return new Pairs(from, to, List.of(), List.of(), scale(metric, from, to));
    }

    /** @param run its place among the runs that are compared */
    private record TrialPair(TrialFigures base, TrialFigures head, boolean hasBase, boolean hasHead, int run) {
        static TrialPair of(Metric metric, Level level, TrialFigures base, TrialFigures head, int run) {
            return new TrialPair(
                    base,
                    head,
                    base.value(metric, level).isPresent(),
                    head.value(metric, level).isPresent(),
                    run);
        }

        boolean hasBoth() {
            return hasBase && hasHead;
        }

        boolean hasOne() {
            return hasBase != hasHead;
        }

        double ofMissing() {
            return hasHead ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }

        /** The median over neighbouring windows: one burst of noise disturbs one of them, not the block. */
        double rate(Metric metric, Level level, double from, double to) {
            var froms = base.turnValues(metric, level);
            var tos = head.turnValues(metric, level);
            boolean areNeighbours = froms.size() == tos.size() && froms.size() > 1 && areRatios(froms, tos);
            if (!areNeighbours) {
                return harm(metric, Change.Scale.LOG_RATIO, from, to);
            }
            var ratios = new double[froms.size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = harm(metric, Change.Scale.LOG_RATIO, froms.get(i), tos.get(i));
            }
            return Median.of(ratios);
        }
    }

    private static Change.Scale scale(Metric metric, Values base, Values head) {
        return switch (metric.comparison().way()) {
            case DIFFERENCE, NOT_COMPARED -> Change.Scale.DIFFERENCE;
            case RATE, SIZE -> Change.Scale.LOG_RATIO;
            case EXACT ->
                areRatios(base.measured(), head.measured()) ? Change.Scale.LOG_RATIO : Change.Scale.DIFFERENCE;
        };
    }

    private static boolean areRatios(List<Double> base, List<Double> head) {
        return base.stream().allMatch(value -> value > 0) && head.stream().allMatch(value -> value > 0);
    }

    /** Above 0 if head is worse; NaN if it would be the ratio to 0. */
    private static double harm(Metric metric, Change.Scale scale, double base, double head) {
        return switch (scale) {
            case LOG_RATIO ->
                base == head || (base > 0 && head > 0) ? LogRatio.between(metric, base, head) : Double.NaN;
            case DIFFERENCE -> LogRatio.difference(metric, base, head);
        };
    }

    /** Whether there is a difference of all values: a ratio needs them above 0. */
    boolean isDefined() {
        return harm.stream().noneMatch(value -> value.isNaN()) && (!harm.isEmpty() || isUnpairedDefined());
    }

    private boolean isUnpairedDefined() {
        return !base.isEmpty()
                && !head.isEmpty()
                && (scale == Change.Scale.DIFFERENCE || areRatios(base.comparable(), head.comparable()));
    }

    /** Trials with 0 in a metric of which more is better, such as a target that served nothing. */
    long without(Metric metric) {
        return metric.better() == Better.HIGHER
                ? Stream.concat(base.measured().stream(), head.measured().stream())
                        .filter(value -> value <= 0)
                        .count()
                : 0;
    }

    /** Whether the trials of each side agree within the slack. */
    boolean areConstant(double slack) {
        return isConstant(base.measured(), slack) && isConstant(head.measured(), slack);
    }

    private static boolean isConstant(List<Double> values, double slack) {
        return values.stream().mapToDouble(v -> v).max().orElse(0)
                        - values.stream().mapToDouble(v -> v).min().orElse(0)
                <= slack + Change.ROUNDING;
    }
}
