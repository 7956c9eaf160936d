package dev.ralbench.report;

import dev.ralbench.claims.ClaimResult.TestResult;
import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.Claim;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/** The numbers of a test, all in one unit: that which suits the expected value, as the studies write it. */
record ClaimAmounts(Claim.Test test, Value value, Value wanted) {
    /** Digits of a stated number; more of them come from dividing it by its unit. */
    private static final MathContext STATED = new MathContext(9);

    /**
     * A unit to print in.
     *
     * @param size of one of it, in the unit of the metric
     * @param suffix with the space before it, if it has one
     */
    private record Printed(double size, String suffix) {}

    /** Empty if a number is missing. */
    static Optional<ClaimAmounts> of(TestResult result) {
        return result.measured() instanceof Value value && result.expected() instanceof Value wanted
                ? Optional.of(new ClaimAmounts(result.test(), value, wanted))
                : Optional.empty();
    }

    /** {@code 1.21 s}, {@code 3.08×}. */
    String measured() {
        return switch (value.unit()) {
            case SHARE -> Numbers.share(value.value());
            case COUNT -> Numbers.count(value.value());
            default ->
                Numbers.significant(value.value() / printed().size())
                        + printed().suffix();
        };
    }

    /** {@code more than 4×}, {@code 2.25 s ± 0.75 s}. */
    String expected() {
        return test.tolerance() == 0
                ? WholeRunRow.qualifier(test.qualifier()) + amount(wanted.value())
                : amount(wanted.value()) + " ± " + amount(test.tolerance());
    }

    /** With the digits that the source gives; a number that was worked out has three. */
    private String amount(double amount) {
        if (value.unit() == MetricUnit.SHARE) {
            return Numbers.plainPercent(amount);
        }
        double inUnit = amount / printed().size();
        boolean isStated = test.expected().containsKey("number") || amount == test.tolerance();
        var digits = isStated || value.unit() == MetricUnit.COUNT
                ? Numbers.published(BigDecimal.valueOf(inUnit).round(STATED).doubleValue(), "1")
                : Numbers.significant(inUnit);
        return digits + printed().suffix();
    }

    private Printed printed() {
        double size = Math.abs(wanted.value());
        return switch (value.unit()) {
            case COUNT, SHARE -> new Printed(1, "");
            // "4 times as many" is a quotient of two figures; queries per request are a figure
            case RATIO -> new Printed(1, test.value().containsKey("ratio") ? "×" : "");
            case PER_SECOND -> new Printed(1, "/s");
            case SECONDS -> size >= 1 || size == 0 ? new Printed(1, " s") : new Printed(1e-3, " ms");
            case MILLIS -> time(size, 1);
            case CPU_MICROS -> time(size, 1e3);
            case BYTES -> bytes(size, "");
            case BYTES_PER_SECOND -> bytes(size, "/s");
        };
    }

    private static Printed time(double size, double millisecond) {
        if (size >= 1e3 * millisecond) {
            return new Printed(1e3 * millisecond, " s");
        }
        return size >= millisecond || size == 0
                ? new Printed(millisecond, " ms")
                : new Printed(millisecond / 1e3, " µs");
    }

    /** Decimal, as the studies count. */
    private static Printed bytes(double size, String per) {
        if (size >= 1e6) {
            return size >= 1e9 ? new Printed(1e9, " GB" + per) : new Printed(1e6, " MB" + per);
        }
        return size >= 1e3 ? new Printed(1e3, " kB" + per) : new Printed(1, " B" + per);
    }
}
