package dev.ralbench.report;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Numbers;
import dev.ralbench.statistics.Interval;
import java.util.Optional;

/**
 * A change as people read it: against the baseline, so that more is plus, whether that is better or worse.
 *
 * @param estimate of a ratio the relative change, such as -0.111; else in the metric's unit
 * @param low lower bound; negative infinity if there is none
 * @param high upper bound; infinity if there is none
 */
public record ChangeText(Metric metric, Change.Scale scale, double estimate, double low, double high, boolean isExact) {
    private static final int BOUND_WIDTH = 7;

    /** If most blocks have a value on one side only. */
    private static final String NOT_KNOWN = "n/a";

    public static Optional<ChangeText> of(Cell cell) {
        return cell.change().map(change -> of(cell.metric(), change.scale(), change.harm(), change.isExact()));
    }

    /**
     * The change that a rule judged, with bounds at the confidence at which its gate decides; empty if it has none.
     */
    public static Optional<ChangeText> of(RuleResult rule) {
        var scale = rule.rule().isRatio() ? Change.Scale.LOG_RATIO : Change.Scale.DIFFERENCE;
        return rule.judgement()
                .harm()
                .map(harm -> of(rule.cell().metric(), scale, harm, false))
                .or(() -> of(rule.cell()));
    }

    /** A change that was judged elsewhere, from the interval of its harm. */
    public static ChangeText of(Metric metric, Change.Scale scale, Interval harm, boolean isExact) {
        boolean isMirrored = metric.better() == Better.HIGHER;
        return new ChangeText(
                metric,
                scale,
                relative(scale, isMirrored ? 0.0 - harm.estimate() : harm.estimate()),
                relative(scale, isMirrored ? 0.0 - harm.high() : harm.low()),
                relative(scale, isMirrored ? 0.0 - harm.low() : harm.high()),
                isExact);
    }

    private static double relative(Change.Scale scale, double value) {
        return scale == Change.Scale.LOG_RATIO && Double.isFinite(value) ? StrictMath.expm1(value) : value;
    }

    /** An estimate alone, in the scale of the harm. */
    public static String ofHarm(Metric metric, Change.Scale scale, double harm) {
        return plain(metric, scale, value(metric, scale, harm));
    }

    /** A change as a number: a share such as -0.111 if it is a ratio, otherwise in the metric's unit. */
    public static double value(Metric metric, Change.Scale scale, double harm) {
        return relative(scale, metric.better() == Better.HIGHER ? 0.0 - harm : harm);
    }

    /** A change that was computed elsewhere: of a ratio a share such as -0.111, else in the metric's unit. */
    public static String plain(Metric metric, Change.Scale scale, double change) {
        return new ChangeText(metric, scale, change, change, change, false).estimateText();
    }

    /** How far two estimates lie apart, without a sign; of ratios the ratio of both. */
    public static String distance(Metric metric, Change.Scale scale, double harms) {
        return size(metric, scale, relative(scale, harms));
    }

    /** How large a change is, without a sign: of a ratio a share such as 0.111, else in the metric's unit. */
    public static String size(Metric metric, Change.Scale scale, double change) {
        if (!Double.isFinite(change)) {
            return NOT_KNOWN;
        }
        if (scale == Change.Scale.LOG_RATIO) {
            return Numbers.unsignedPercent(change);
        }
        if (change == 0) {
            return "0";
        }
        return metric.unit() == MetricUnit.SHARE
                ? Numbers.significant(Math.abs(change) * 100) + " pp"
                : Numbers.of(metric.unit(), Math.abs(change));
    }

    public boolean hasInterval() {
        return !isExact && Double.isFinite(low) && Double.isFinite(high);
    }

    public String estimateText() {
        return text(estimate);
    }

    /** {@code [−13.6 %  −8.5 %]}, {@code exact}, or nothing. */
    public String intervalText() {
        if (isExact) {
            return "exact";
        }
        return hasInterval() ? "[" + padded(text(low)) + " " + padded(text(high)) + "]" : "";
    }

    /** {@code −13.6 … −8.5 %}. */
    public String rangeText() {
        if (isExact) {
            return "exact";
        }
        if (!hasInterval()) {
            return "";
        }
        var from = scale == Change.Scale.LOG_RATIO ? Numbers.signedHundredths(low) : text(low);
        return from + " … " + text(high);
    }

    public String text(double value) {
        if (!Double.isFinite(value)) {
            return NOT_KNOWN;
        }
        if (scale == Change.Scale.LOG_RATIO) {
            return Numbers.signedPercent(value);
        }
        return (value > 0 ? "+" : value < 0 ? "−" : "") + size(metric, scale, value);
    }

    private static String padded(String text) {
        return " ".repeat(Math.max(0, BOUND_WIDTH - Glyphs.width(text))) + text;
    }
}
