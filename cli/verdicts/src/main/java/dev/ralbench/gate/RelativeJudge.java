package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Metric;
import java.util.Optional;

/** Judges a noisy metric of one cell against the baseline. */
record RelativeJudge(RelativeRule rule, Cell cell, Evidence evidence, RuleContext context) {
    RuleResult result() {
        boolean servedNothing = cell.servedNothing();
        var plain = withoutDeath(servedNothing, noisy().outcome(evidence, rule.margins()));
        var accepted = servedNothing
                ? new Acceptances.Accepted(plain, "")
                : context.acceptances()
                        .apply(
                                metric(),
                                plain,
                                LogRatio.size(metric(), evidence.estimate()),
                                LogRatio.size(metric(), evidence.high()));
        return new RuleResult(
                rule,
                accepted.outcome(),
                cell,
                noisy().verdict(
                                evidence,
                                servedNothing
                                        ? Double.NEGATIVE_INFINITY
                                        : rule.margins().tolerate()),
                Optional.of(evidence.bounds()),
                Optional.of(noisy().family().worse(evidence)),
                detectable(),
                why(plain)
                        + (servedNothing ? "; 0 in some trials, which never passes" : "")
                        + accepted.remark()
                        + crossCheck());
    }

    private NoisyJudge noisy() {
        return context.noisy();
    }

    private Metric metric() {
        return rule.metric();
    }

    /** Ranks bear with a few odd blocks; a target that served nothing in one of them is more than odd, and never passes. */
    private static Outcome withoutDeath(boolean servedNothing, Outcome outcome) {
        return outcome == Outcome.PASS && servedNothing ? Outcome.INCONCLUSIVE : outcome;
    }

    private String crossCheck() {
        return evidence.crossCheck(noisy().look(), rule.margins().material())
                .map(remark -> "; " + remark)
                .orElse("");
    }

    private Optional<Double> detectable() {
        if (evidence.deviation().isEmpty()) {
            return Optional.empty();
        }
        double harm = Sensitivity.detectable(
                noisy().failWhen(),
                evidence.blocks(),
                evidence.deviation().getAsDouble(),
                noisy().look().alpha(),
                noisy().family().size(),
                rule.margins().material());
        return Double.isFinite(harm) ? Optional.of(LogRatio.size(metric(), harm)) : Optional.empty();
    }

    private String why(Outcome outcome) {
        var found = Double.isFinite(evidence.estimate())
                ? "changed by " + Words.change(metric(), evidence.estimate())
                : "without a value in most blocks";
        return switch (outcome) {
            case PASS -> found + "; " + atWorst() + ", " + rule.tolerated() + " is tolerated" + missing();
            case FAIL -> found + "; " + significance() + ", " + size() + missing();
            default ->
                found + "; " + significance() + "; " + atWorst() + ", where a pass needs less" + " than "
                        + rule.tolerated() + missing();
        };
    }

    private String missing() {
        if (evidence.missing() > 0) {
            return "; no value of head in " + evidence.missing() + " of " + context.blocks()
                    + " blocks, which counts as the worst there is";
        }
        return evidence.blocks() < context.blocks()
                ? "; values in " + evidence.blocks() + " of " + context.blocks() + " blocks only"
                : "";
    }

    private String size() {
        return switch (noisy().failWhen()) {
            case SIGNIFICANT_AND_MATERIAL -> "and no less than the " + Words.percent(rule.material()) + " that matter";
            case BEYOND_MARGIN -> "and shown to be more than " + Words.percent(rule.material());
        };
    }

    private String significance() {
        double p = noisy().family().worse(evidence);
        return (noisy().isSignificant(evidence) ? "significant (" : "not significant (") + Words.p(p)
                + " after Holm, limit " + Words.p(noisy().look().alpha()).substring(2) + ")";
    }

    private String atWorst() {
        double high = evidence.high();
        if (!Double.isFinite(high)) {
            return "the blocks give the harm no upper bound";
        }
        var change = Words.percent(LogRatio.change(metric(), high));
        return high > 0 ? "worse by at most " + change : "better by at least " + change;
    }
}
