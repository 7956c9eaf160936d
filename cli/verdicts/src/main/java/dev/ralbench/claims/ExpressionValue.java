package dev.ralbench.claims;

import dev.ralbench.metric.MetricUnit;
import java.util.function.DoubleBinaryOperator;

/** The value of an evaluated expression, or the reason why there is none. */
public sealed interface ExpressionValue {

    /** A number. */
    record Value(double value, MetricUnit unit) implements ExpressionValue {}

    /**
     * No value.
     *
     * @param why in a line
     */
    record Missing(String why) implements ExpressionValue {}

    /** Combines both values, in the given unit; missing if one of them is missing or the result is not finite. */
    default ExpressionValue with(ExpressionValue other, MetricUnit unit, DoubleBinaryOperator operator) {
        if (!(this instanceof Value mine)) {
            return this;
        }
        if (!(other instanceof Value theirs)) {
            return other;
        }
        double result = operator.applyAsDouble(mine.value, theirs.value);
        return Double.isFinite(result) ? new Value(result, unit) : new Missing("divided by 0");
    }
}
