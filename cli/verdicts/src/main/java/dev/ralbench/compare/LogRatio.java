package dev.ralbench.compare;

import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;

/**
 * Relative changes and the scale on which they are judged: the logarithm of the ratio, signed so that above 0 is worse. 5
 * % less goodput are a harm of -ln 0.95, 5 % more CPU time one of ln 1.05. By {@link StrictMath}, so that all machines
 * compute the same.
 */
public final class LogRatio {
    private LogRatio() {}

    /**
     * The harm of a change for the worse.
     *
     * @param share above 0 and, of a metric that may fall by no more than all of it, below 1; such as 0.05 for 5 %
     */
    public static double of(Metric metric, double share) {
        return metric.better() == Better.HIGHER ? -StrictMath.log1p(-share) : StrictMath.log1p(share);
    }

    /** The harm between two values above 0; 0 if they are equal. */
    public static double between(Metric metric, double base, double head) {
        double logRatio = StrictMath.log(head / base);
        return base == head ? 0 : metric.better() == Better.HIGHER ? -logRatio : logRatio;
    }

    /** The relative change of the metric itself: -0.05 for 5 % less, whether or not that is worse. */
    public static double change(Metric metric, double harm) {
        return StrictMath.expm1(metric.better() == Better.HIGHER ? -harm : harm);
    }

    /** How much worse the metric is, as a share of the baseline; below 0 if it is better. */
    public static double size(Metric metric, double harm) {
        double change = change(metric, harm);
        return metric.better() == Better.HIGHER ? -change : change;
    }

    /** How much worse head is than base, in the metric's unit; below 0 if it is better. */
    public static double difference(Metric metric, double base, double head) {
        return metric.better() == Better.HIGHER ? base - head : head - base;
    }
}
