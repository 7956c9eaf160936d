package dev.ralbench.compare;

import dev.ralbench.measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The values of one metric at one level on both sides, and what they differ by.
 *
 * @param base values of the baseline
 * @param head values of the variant; of paired arms in the same order and number
 * @param harm of each pair, above 0 is worse; empty where trials are not paired
 * @param scale what harm is measured in
 */
record Pairs(List<Double> base, List<Double> head, List<Double> harm, Change.Scale scale) {
    Pairs {
        base = List.copyOf(base);
        head = List.copyOf(head);
        harm = List.copyOf(harm);
    }

    /** Pairs by block; only blocks that have a value on both sides. */
    static Pairs byBlock(Yardstick yardstick, String level, Arm base, Arm head) {
        var baseValues = new ArrayList<Double>();
        var headValues = new ArrayList<Double>();
        var trials = new ArrayList<TrialPair>();
        for (int i = 0; i < base.trials().size(); i++) {
            var pair = new TrialPair(base.trials().get(i), head.trials().get(i));
            var from = pair.base.value(yardstick.metric(), level);
            var to = pair.head.value(yardstick.metric(), level);
            if (from.isPresent() && to.isPresent()) {
                baseValues.add(from.getAsDouble());
                headValues.add(to.getAsDouble());
                trials.add(pair);
            }
        }
        var scale = scale(yardstick, baseValues, headValues);
        var harm = new ArrayList<Double>();
        for (int i = 0; i < trials.size(); i++) {
            harm.add(
                    yardstick.way() == Yardstick.Way.RATE && scale == Change.Scale.LOG_RATIO
                            ? trials.get(i).rate(yardstick.metric(), level, baseValues.get(i), headValues.get(i))
                            : harm(yardstick.metric(), scale, baseValues.get(i), headValues.get(i)));
        }
        return new Pairs(baseValues, headValues, harm, scale);
    }

    /** Values of trials that have nothing to do with each other. */
    static Pairs unpaired(Yardstick yardstick, String level, Arm base, Arm head) {
        var baseValues = values(yardstick.metric(), level, base);
        var headValues = values(yardstick.metric(), level, head);
        return new Pairs(baseValues, headValues, List.of(), scale(yardstick, baseValues, headValues));
    }

    private record TrialPair(TrialFigures base, TrialFigures head) {
        /** The median over neighbouring windows: one burst of noise spoils one of them, not the block. */
        double rate(Metric metric, String level, double from, double to) {
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
            return dev.ralbench.statistics.Median.of(ratios);
        }
    }

    private static List<Double> values(Metric metric, String level, Arm arm) {
        return arm.trials().stream()
                .map(trial -> trial.value(metric, level))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    private static Change.Scale scale(Yardstick yardstick, List<Double> base, List<Double> head) {
        return switch (yardstick.way()) {
            case DIFFERENCE, NOT_COMPARED -> Change.Scale.DIFFERENCE;
            case RATE, SIZE -> Change.Scale.LOG_RATIO;
            case EXACT -> areRatios(base, head) ? Change.Scale.LOG_RATIO : Change.Scale.DIFFERENCE;
        };
    }

    private static boolean areRatios(List<Double> base, List<Double> head) {
        return base.stream().allMatch(value -> value > 0) && head.stream().allMatch(value -> value > 0);
    }

    /** Above 0 where head is worse. */
    private static double harm(Metric metric, Change.Scale scale, double base, double head) {
        double worse = metric.better() == Metric.Better.HIGHER ? -1 : 1;
        // Equal values have no harm, also where both are 0 and there is no ratio.
        if (base == head) {
            return 0;
        }
        return worse
                * switch (scale) {
                    case LOG_RATIO -> StrictMath.log(head / base);
                    case DIFFERENCE -> head - base;
                };
    }

    /** Whether there is a difference of all values: a ratio needs them above 0. */
    boolean isDefined() {
        return harm.stream().allMatch(Double::isFinite) && (!harm.isEmpty() || isUnpairedDefined());
    }

    private boolean isUnpairedDefined() {
        return !base.isEmpty() && !head.isEmpty() && (scale == Change.Scale.DIFFERENCE || areRatios(base, head));
    }

    /** Whether the trials of each side agree within the slack. */
    boolean areConstant(double slack) {
        return isConstant(base, slack) && isConstant(head, slack);
    }

    private static boolean isConstant(List<Double> values, double slack) {
        return values.stream().mapToDouble(v -> v).max().orElse(0)
                        - values.stream().mapToDouble(v -> v).min().orElse(0)
                <= slack + VerdictTable.ROUNDING;
    }
}
