package dev.ralbench.selftest;

import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.Run;
import dev.ralbench.statistics.SignBalance;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The side that a run of equal variants seems to favour: that of its most significant difference.
 *
 * <p>One sign per run and no more, because runs are what is independent: goodput, p90 and stall of one run are taken from the
 * same requests and move together. Two variants that are alike could as well have had each other's names, which turns every
 * sign and leaves the choice of the difference as it is; so each sign is a fair coin, however many rules there are.
 */
enum SignOfRun {
    WORSE,
    BETTER;

    /** Significance of a difference by itself, without regard to how many there are: no alarm, only worth a sign. */
    private static final double UNADJUSTED = 0.05;

    /** Empty where no difference is significant; of equally significant ones the first of the gate's rules decides. */
    static Optional<SignOfRun> of(Run run) {
        return run.rules().stream()
                .filter(rule -> p(rule) <= UNADJUSTED)
                .min(Comparator.comparingDouble(SignOfRun::p))
                .map(rule -> p(rule.probabilityOfWorse()) <= p(rule.probabilityOfBetter()) ? WORSE : BETTER);
    }

    static SelfTestSummary.Balance balance(List<Run> runs) {
        var signs = runs.stream().flatMap(run -> of(run).stream()).toList();
        int worse = (int) signs.stream().filter(sign -> sign == WORSE).count();
        int better = signs.size() - worse;
        return new SelfTestSummary.Balance(worse, better, SignBalance.p(worse, better));
    }

    /** Of the more significant direction. */
    private static double p(Rule rule) {
        return Math.min(p(rule.probabilityOfWorse()), p(rule.probabilityOfBetter()));
    }

    private static double p(Optional<Double> probability) {
        return probability.orElse(1.0);
    }
}
