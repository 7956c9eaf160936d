package dev.ralbench.gate;

import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Metric.Better;

/**
 * Relative changes and the scale on which they are judged: the logarithm of the ratio, signed so that above 0 is worse. 5
 * % less goodput are a harm of -ln 0.95, 5 % more CPU time one of ln 1.05.
 */
final class Harm {
    private Harm() {}

    /**
     * The harm of a change for the worse.
     *
     * @param share above 0, such as 0.05 for 5 %
     */
    static double of(Metric metric, double share) {
        return metric.better() == Better.HIGHER ? -Math.log1p(-share) : Math.log1p(share);
    }

    /** The relative change of the metric itself: -0.05 for 5 % less, whether or not that is worse. */
    static double change(Metric metric, double harm) {
        return metric.better() == Better.HIGHER ? Math.expm1(-harm) : Math.expm1(harm);
    }

    /** How much worse head is than base, in the metric's unit; below 0 where it is better. */
    static double difference(Metric metric, double base, double head) {
        return metric.better() == Better.HIGHER ? base - head : head - base;
    }
}
