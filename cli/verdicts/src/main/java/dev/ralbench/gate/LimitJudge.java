package dev.ralbench.gate;

import dev.ralbench.metric.MetricLimit;
import dev.ralbench.statistics.Median;
import java.util.Arrays;

/**
 * Judges the trials of one variant against a limit, without a baseline.
 *
 * @param look at whose levels it is decided
 */
record LimitJudge(Look look) {

    /**
     * Judges the values of all trials.
     *
     * @param everyTrial whether each trial has to keep the limit, instead of the typical one
     */
    Judgement judge(MetricLimit limit, boolean everyTrial, double... trials) {
        if (trials.length == 0) {
            return Judgement.ofLimit(RuleOutcome.NO_DATA, "no trial has a value");
        }
        int broken =
                (int) Arrays.stream(trials).filter(value -> !limit.holds(value)).count();
        if (everyTrial) {
            return Judgement.ofLimit(
                    broken == 0 ? RuleOutcome.PASS : RuleOutcome.FAIL,
                    counted(broken, limit, trials) + "; each has to");
        }
        if (!isTested(trials.length)) {
            return few(broken, limit, trials);
        }
        return typical(limit, trials);
    }

    /** Whether so many trials can show anything by a test; fewer have to be unanimous. */
    boolean isTested(int trials) {
        return look.passAlpha() > 0 && Math.scalb(1.0, -trials) <= look.passAlpha();
    }

    /** Too few trials for any test: only their unanimity says something. */
    private static Judgement few(int broken, MetricLimit limit, double... trials) {
        var outcome =
                broken == 0 ? RuleOutcome.PASS : broken == trials.length ? RuleOutcome.FAIL : RuleOutcome.INCONCLUSIVE;
        return Judgement.ofLimit(
                outcome, counted(broken, limit, trials) + "; too few trials for a test, so all of them decide");
    }

    /** The signed-rank bounds of the trials' distance from the limit; relative if no value is 0. */
    private Judgement typical(MetricLimit limit, double... trials) {
        boolean isRelative = limit.value() > 0 && Arrays.stream(trials).allMatch(value -> value > 0);
        double[] harms = Arrays.stream(trials)
                .map(value -> isRelative ? StrictMath.log(value / limit.value()) : value - limit.value())
                .map(distance -> limit.operator().isUpper() ? distance : -distance)
                .toArray();
        var harm = Evidence.of(harms, look);
        var typical = "typically " + GateNumbers.value(limit.metric(), Median.of(trials)) + " in "
                + GateNumbers.count(trials.length, "trial") + ", has to be " + limit.words();
        boolean limitIsKept = limit.holds(limit.value()); // <= 50, but not < 50, by 50 threads in every trial
        if (limitIsKept ? harm.high() <= 0 : harm.high() < 0) {
            return Judgement.ofLimit(RuleOutcome.PASS, typical + ": shown to be met");
        }
        return (limitIsKept ? harm.low() > 0 : harm.low() >= 0)
                ? Judgement.ofLimit(RuleOutcome.FAIL, typical + ": shown to be broken")
                : Judgement.ofLimit(RuleOutcome.INCONCLUSIVE, typical + ": neither shown to be met nor to be broken");
    }

    private static String counted(int broken, MetricLimit limit, double... trials) {
        var extreme = limit.operator().isUpper()
                ? Arrays.stream(trials).max().orElseThrow()
                : Arrays.stream(trials).min().orElseThrow();
        return (trials.length - broken) + " of " + GateNumbers.count(trials.length, "trial") + " "
                + (trials.length - broken == 1 ? "is " : "are ") + limit.words() + ", the worst "
                + GateNumbers.value(limit.metric(), extreme);
    }
}
