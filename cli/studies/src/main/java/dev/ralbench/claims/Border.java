package dev.ralbench.claims;

import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ReferenceFigures.Qualifier;
import java.util.stream.DoubleStream;

/** Holds a value against what is expected, and says so where it is too close to a border of that to be told. */
final class Border {
    private Border() {}

    /**
     * The verdict of one test. A value is told from a border if it is at least as far from it as {@link ClaimJudge#LEAST_MARGIN} of
     * the border, and as the noise that repeated trials show. The border of a count is halfway to the next one, so that a
     * few are told by one more or less.
     *
     * @param expected in the unit of the value
     */
    static ClaimVerdict verdict(Claim.Test test, Value value, Value expected) {
        var qualifier = test.qualifier();
        if (qualifier == Qualifier.EXACT && test.tolerance() == 0 && value.value() == expected.value()) {
            return ClaimVerdict.REPRODUCED; // nothing can be nearer
        }
        double noise = Math.hypot(value.noise(), expected.noise());
        double toNextCount = value.unit() == MetricUnit.COUNT ? 0.5 : 0;
        boolean isClose = borders(qualifier, expected.value(), test.tolerance(), toNextCount)
                .anyMatch(border ->
                        Math.abs(value.value() - border) < Math.max(ClaimJudge.LEAST_MARGIN * Math.abs(border), noise));
        if (isClose) {
            return ClaimVerdict.NOT_TOLD_APART;
        }
        return isMet(value.value(), qualifier, expected.value(), test.tolerance())
                ? ClaimVerdict.REPRODUCED
                : ClaimVerdict.NOT_REPRODUCED;
    }

    private static DoubleStream borders(Qualifier qualifier, double expected, double tolerance, double toNextCount) {
        return switch (qualifier) {
            case EXACT, ABOUT ->
                DoubleStream.of(expected - tolerance - toNextCount, expected + tolerance + toNextCount);
            case AT_LEAST -> DoubleStream.of(expected - toNextCount);
            case MORE_THAN, AT_MOST -> DoubleStream.of(expected + toNextCount);
        };
    }

    /** Whether a value is as expected, however little it may be off. */
    private static boolean isMet(double value, Qualifier qualifier, double expected, double tolerance) {
        return switch (qualifier) {
            case EXACT, ABOUT -> Math.abs(value - expected) <= tolerance;
            case AT_LEAST -> value >= expected;
            case MORE_THAN -> value > expected;
            case AT_MOST -> value <= expected;
        };
    }
}
