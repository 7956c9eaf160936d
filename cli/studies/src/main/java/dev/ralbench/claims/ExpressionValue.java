package dev.ralbench.claims;

import dev.ralbench.metric.MetricUnit;
import java.util.function.DoubleBinaryOperator;

/** The value of an evaluated expression, or the reason why there is none. */
public sealed interface ExpressionValue {

    /**
     * A number.
     *
     * @param noise how far another run may be off: half the width of the 95 % interval that repeated trials give, in the
     *     value's unit; 0 if there was one trial, which does not show its noise
     */
    record Value(double value, MetricUnit unit, double noise) implements ExpressionValue {
        /** A value without noise of its own: a constant, or a count of what is always the same. */
        Value(double value, MetricUnit unit) {
            this(value, unit, 0);
        }
    }

    /**
     * No value.
     *
     * @param why in a line
     */
    record Missing(String why) implements ExpressionValue {}

    /**
     * Combines both values, in the given unit; missing if one of them is missing or the result is not finite. Their
     * noise is independent, so the effects that each has on the result are added as squares (propagation of uncertainty,
     * GUM 5.1.2).
     */
    default ExpressionValue with(ExpressionValue other, MetricUnit unit, DoubleBinaryOperator operator) {
        if (!(this instanceof Value mine)) {
            return this;
        }
        if (!(other instanceof Value theirs)) {
            return other;
        }
        double result = operator.applyAsDouble(mine.value, theirs.value);
        if (!Double.isFinite(result)) {
            return new Missing("divided by 0");
        }
        double byMine = operator.applyAsDouble(mine.value + mine.noise, theirs.value) - result;
        double byTheirs = operator.applyAsDouble(mine.value, theirs.value + theirs.noise) - result;
        return new Value(result, unit, Math.hypot(byMine, byTheirs));
    }
}
