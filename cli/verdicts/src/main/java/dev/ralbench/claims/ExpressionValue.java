package dev.ralbench.claims;

import dev.ralbench.measurement.MetricUnit;
import java.util.function.DoubleBinaryOperator;

/** What an expression comes to. */
public sealed interface ExpressionValue {

    /** A number. */
    record Value(double value, MetricUnit unit) implements ExpressionValue {}

    /**
     * No value.
     *
     * @param why in a line
     */
    record Missing(String why) implements ExpressionValue {}

    /** Both together, in the given unit; missing where one is, or where the sum has no finite value. */
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
