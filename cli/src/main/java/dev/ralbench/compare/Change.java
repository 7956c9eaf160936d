package dev.ralbench.compare;

import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Interval;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How a variant differs from the baseline in one metric.
 *
 * @param harm estimate and bounds; above 0 is worse. In the scale's unit
 * @param perBlock the difference of each block, in the order of the blocks; above 0 is worse
 * @param probabilityOfWorse one-sided p value of the exact test: the probability of this much harm, or more, if the
 *     variant made no difference
 * @param probabilityOfBetter the same in the other direction
 * @param method in words, such as {@code hodges-lehmann; exact signed-rank}
 */
public record Change(
        Scale scale,
        Interval harm,
        List<Double> perBlock,
        double probabilityOfWorse,
        double probabilityOfBetter,
        String method) {
    public Change {
        perBlock = List.copyOf(perBlock);
    }

    /** How far blocks lie apart; empty if there are fewer than two, or one of them is beyond measure. */
    public OptionalDouble deviation() {
        boolean isKnown = perBlock.size() > 1 && perBlock.stream().allMatch(Double::isFinite);
        return isKnown ? OptionalDouble.of(Deviation.of(Changes.array(perBlock))) : OptionalDouble.empty();
    }

    /** What a difference is measured in. */
    public enum Scale {
        /** Natural logarithm of a ratio: {@code Math.expm1} of it is the relative change. */
        LOG_RATIO,
        /** The metric's own unit. */
        DIFFERENCE,
    }
}
