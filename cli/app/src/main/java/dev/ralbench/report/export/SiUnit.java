package dev.ralbench.report.export;

import dev.ralbench.metric.MetricUnit;
import java.math.BigDecimal;

/** Values in units without a prefix, as programs that know nothing of ralbench expect them. */
record SiUnit(String symbol, int digits) {
    /** The unit that values of a metric's unit become. */
    static SiUnit of(MetricUnit unit) {
        return switch (unit) {
            case COUNT, RATIO, SHARE, PER_SECOND, SECONDS, BYTES, BYTES_PER_SECOND -> new SiUnit(unit.symbol(), 0);
            case MILLIS -> new SiUnit("s", -3);
            case CPU_MICROS -> new SiUnit("s", -6);
        };
    }

    /** Whether values are times. */
    boolean isTime() {
        return symbol.equals("s");
    }

    /** A value of the metric in this unit, with no digit that only binary fractions have. */
    double of(double value) {
        return scaled(value, digits);
    }

    /** A time in nanoseconds. */
    double nanos(double value) {
        return scaled(value, digits + 9);
    }

    private static double scaled(double value, int digits) {
        return BigDecimal.valueOf(value).scaleByPowerOfTen(digits).doubleValue();
    }
}
