package dev.ralbench.page;

import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/**
 * Numbers as people read them: three significant digits, because histograms hold no more; the unit next to them; the
 * same on every machine, whatever its language.
 */
public final class Numbers {
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final double SMALLEST_SHARE = 0.0001;
    private static final int MILLIS_PER_SECOND = 1000;
    private static final int KIB = 1024;

    private Numbers() {}

    /** Such as {@code 1 block} and {@code 12 blocks}. */
    public static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** A metric's value with its unit. */
    public static String of(Metric metric, OptionalDouble value) {
        return value.isPresent() ? of(metric.unit(), value.getAsDouble()) : TableCell.MISSING.text();
    }

    public static String of(MetricUnit unit, double value) {
        if (!Double.isFinite(value)) {
            return TableCell.MISSING.text();
        }
        return switch (unit) {
            case COUNT -> count(value);
            case RATIO -> significant(value);
            case SHARE -> share(value);
            case PER_SECOND -> significant(value) + "/s";
            case SECONDS -> millis(value * MILLIS_PER_SECOND);
            case MILLIS -> millis(value);
            case CPU_MICROS -> cpuMicros(value);
            case BYTES -> bytes(value);
            case BYTES_PER_SECOND -> bytes(value) + "/s";
        };
    }

    /** Exact, because it was counted: {@code 113 775}. */
    public static String count(double value) {
        if (!Double.isFinite(value)) {
            return TableCell.MISSING.text();
        }
        return grouped(BigDecimal.valueOf(value).setScale(0, RoundingMode.HALF_UP));
    }

    /** A source's figure with all the digits that the source gives. */
    public static String published(double value, String unit) {
        var digits = grouped(
                new BigDecimal(BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()));
        return switch (unit) {
            case "1" -> digits;
            case "1/s" -> digits + "/s";
            default -> digits + " " + unit;
        };
    }

    /** Three significant digits: {@code 5 020}, {@code 979}, {@code 5.13}, {@code 0.0871}. */
    public static String significant(double value) {
        if (!Double.isFinite(value)) {
            return TableCell.MISSING.text();
        }
        return grouped(rounded(value));
    }

    public static String signedPercent(double share) {
        if (!Double.isFinite(share * 100)) {
            return TableCell.MISSING.text();
        }
        return signedHundredths(share) + " %";
    }

    /** The same without its unit. */
    public static String signedHundredths(double share) {
        if (!Double.isFinite(share * 100)) {
            return TableCell.MISSING.text();
        }
        var percent = tenths(share);
        return (percent.signum() > 0 ? "+" : percent.signum() < 0 ? "−" : "") + percent.abs();
    }

    /** The same without its sign, and with its unit. */
    public static String unsignedPercent(double share) {
        return Double.isFinite(share * 100) ? tenths(share).abs() + " %" : TableCell.MISSING.text();
    }

    private static BigDecimal tenths(double share) {
        return BigDecimal.valueOf(share * 100).setScale(1, RoundingMode.HALF_UP);
    }

    /** A share in per cent, without needless digits: {@code 5 %}. */
    public static String plainPercent(double share) {
        if (!Double.isFinite(share * 100)) {
            return TableCell.MISSING.text();
        }
        return plainHundredths(share) + " %";
    }

    /** A difference of shares in percentage points, as narrow as can be: {@code 0.5pp}. */
    public static String narrowPoints(double share) {
        return Double.isFinite(share * 100) ? plainHundredths(share) + "pp" : TableCell.MISSING.text();
    }

    private static String plainHundredths(double share) {
        return BigDecimal.valueOf(share * 100)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Never rounds a failure away, nor the last success. */
    public static String share(double share) {
        if (!Double.isFinite(share * 100)) {
            return TableCell.MISSING.text();
        }
        double size = Math.abs(share);
        if (size > 0 && size < SMALLEST_SHARE) {
            return "<0.01 %";
        }
        if (size < 1 && size > 1 - SMALLEST_SHARE * 10) {
            return ">99.9 %";
        }
        var percent = rounded(size * 100);
        var digits = percent.scale() > 2 ? percent.setScale(2, RoundingMode.HALF_UP) : percent;
        return (share < 0 ? "−" : "") + (size == 0 ? "0" : digits.toPlainString()) + " %";
    }

    /** Milliseconds in the unit that suits them: {@code 410 µs}, {@code 203 ms}, {@code 1.04 s}. */
    public static String millis(double millis) {
        if (!Double.isFinite(millis * MILLIS_PER_SECOND)) {
            return TableCell.MISSING.text();
        }
        if (millis == 0) {
            return "0 ms";
        }
        if (rounded(millis).compareTo(BigDecimal.ONE) < 0) {
            return count(millis * MILLIS_PER_SECOND) + " µs";
        }
        return rounded(millis).compareTo(BigDecimal.valueOf(MILLIS_PER_SECOND)) < 0
                ? significant(millis) + " ms"
                : significant(millis / MILLIS_PER_SECOND) + " s";
    }

    private static String cpuMicros(double micros) {
        return rounded(micros).compareTo(BigDecimal.valueOf(1000)) < 0
                ? significant(micros) + " µs"
                : millis(micros / 1000);
    }

    /** Mebibytes from 10 on without decimals: no peak of a heap is known better. */
    public static String bytes(double bytes) {
        if (!Double.isFinite(bytes)) {
            return TableCell.MISSING.text();
        }
        double value = bytes;
        for (var unit : new String[] {"B", "KiB", "MiB"}) {
            if (rounded(value).compareTo(BigDecimal.valueOf(KIB)) < 0) {
                boolean whole = unit.equals("B") || (unit.equals("MiB") && value >= 10);
                return (whole ? count(value) : significant(value)) + " " + unit;
            }
            value /= KIB;
        }
        return significant(value) + " GiB";
    }

    private static BigDecimal rounded(double value) {
        var rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
        int digits = rounded.signum() == 0 ? 1 : rounded.precision() - rounded.scale();
        return rounded.setScale(Math.max(0, rounded.signum() == 0 ? 0 : 3 - digits), RoundingMode.HALF_UP);
    }

    /** Thousands apart by a space, decimals by a point. */
    private static String grouped(BigDecimal value) {
        var whole = value.abs().toBigInteger();
        var text = new StringBuilder(whole.toString());
        for (int i = text.length() - 3; i > 0; i -= 3) {
            text.insert(i, ' ');
        }
        var plain = value.abs().toPlainString();
        int point = plain.indexOf('.');
        var decimals = point < 0 ? "" : plain.substring(point);
        return (value.signum() < 0 ? "−" : "") + text + decimals;
    }
}
