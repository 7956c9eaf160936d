package dev.ralbench.validity;

import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.Locale;

/**
 * The limits beyond which a figure makes a trial suspect or invalid.
 *
 * @param most the largest value that does not
 * @param invalidAbove beyond this the figures describe nothing; infinite if they are suspect at most
 */
record Limit(Unit unit, double most, double invalidAbove) {

    enum Unit {
        SHARE(100, " %"),
        PER_SECOND(1, "/s"),
        MILLIS(1, " ms"),
        MEBIBYTES(1, " MiB"),
        NUMBER(1, "");

        private final double factor;
        private final String sign;

        Unit(double factor, String sign) {
            this.factor = factor;
            this.sign = sign;
        }

        private String text(double value) {
            return String.format(Locale.ROOT, "%.1f", value * factor).replaceFirst("\\.0$", "") + sign;
        }
    }

    static Limit share(double most) {
        return suspect(Unit.SHARE, most);
    }

    /** A limit beyond which a trial is suspect. */
    static Limit suspect(Unit unit, double most) {
        return new Limit(unit, most, Double.POSITIVE_INFINITY);
    }

    /** A copy that makes a trial invalid beyond a second, larger value. */
    Limit invalidAbove(double value) {
        return new Limit(unit, most, value);
    }

    /** A copy that makes a trial invalid as soon as the limit is exceeded. */
    Limit invalid() {
        return invalidAbove(most);
    }

    boolean isExceededBy(double value) {
        return value > most;
    }

    /** The verdict on a value that exceeds this limit. */
    ValidityLevel verdict(double value) {
        return value > invalidAbove ? ValidityLevel.INVALID : ValidityLevel.SUSPECT;
    }

    /** A value, with as many digits as it takes to see that it is more than the limit. */
    String text(double value) {
        return switch (unit) {
            case SHARE -> CheckFinding.percentAbove(most, value);
            case MEBIBYTES -> String.format(Locale.ROOT, "%.1f", value);
            case PER_SECOND, MILLIS, NUMBER -> String.format(Locale.ROOT, "%.0f", value);
        };
    }

    /** The limit itself, as sentences have it: without its unit, unless it is a share. */
    String text() {
        return unit == Unit.SHARE ? CheckFinding.percent(most) : String.format(Locale.ROOT, "%.0f", most);
    }

    /** The documented row of a check with it. */
    CheckRow row(String figure) {
        return row(figure, "");
    }

    /** @param more about the limit, such as {@code , and three standard errors} */
    CheckRow row(String figure, String more) {
        var first = unit.text(most);
        if (invalidAbove <= most) {
            return new CheckRow(figure, first + more, "invalid");
        }
        return Double.isInfinite(invalidAbove)
                ? new CheckRow(figure, first + more, "suspect")
                : new CheckRow(figure, first + "; " + unit.text(invalidAbove) + more, "suspect; invalid");
    }
}
