package dev.ralbench.gate;

import dev.ralbench.compare.LogRatio;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers within sentences: the same on every machine, whatever its language. */
final class GateNumbers {
    private static final double SMALLEST_P = 0.0001;

    private GateNumbers() {}

    /** Such as {@code +11.9 %}; for unknown bounds {@code unknown}. */
    static String change(double share) {
        if (!Double.isFinite(share * 100)) {
            return "unknown";
        }
        var percent = BigDecimal.valueOf(share * 100).setScale(1, RoundingMode.HALF_UP);
        return (percent.signum() > 0 ? "+" : percent.signum() < 0 ? "−" : "") + percent.abs() + " %";
    }

    /** The relative change of a metric that a harm is. */
    static String change(Metric metric, double harm) {
        return change(LogRatio.change(metric, harm));
    }

    /** A share in per cent, without a sign and without needless digits: {@code 5 %}. */
    static String percent(double share) {
        if (!Double.isFinite(share * 100)) {
            return "unknown";
        }
        var percent = BigDecimal.valueOf(Math.abs(share) * 100).round(new MathContext(3));
        return (percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString()) + " %";
    }

    /** A value of a metric, such as {@code 412 ms}. */
    static String value(Metric metric, double value) {
        return Quantity.shown(metric.unit(), value);
    }

    /** Such as {@code p 0.0012}. */
    static String p(double p) {
        if (!Double.isFinite(p)) {
            return "p unknown";
        }
        if (p < SMALLEST_P) {
            return "p < 0.0001";
        }
        return "p "
                + BigDecimal.valueOf(p)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Such as {@code 1 trial}, {@code 12 trials}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
