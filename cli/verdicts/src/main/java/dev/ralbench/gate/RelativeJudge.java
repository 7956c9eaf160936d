package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Harm;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.RelativeRule;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.gate.RuleResult.Kind;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Metric;
import java.util.Optional;

/** Judges noisy metrics against the baseline. */
record RelativeJudge(NoisyJudge noisy, Acceptances acceptances, int blocks) {
    RuleResult judge(RuledCell<RelativeRule> ruled, Evidence evidence) {
        var rule = ruled.rule();
        var metric = rule.metric();
        var margins = margins(rule);
        boolean servedNothing = ruled.cell().servedNothing();
        var plain = withoutDeath(servedNothing, noisy.outcome(evidence, margins));
        var accepted = servedNothing
                ? new Acceptances.Accepted(plain, "")
                : acceptances.apply(
                        metric, plain, Harm.size(metric, evidence.estimate()), Harm.size(metric, evidence.high()));
        return new RuleResult(
                ruled.cell().id(),
                Kind.RELATIVE,
                accepted.outcome(),
                ruled.cell(),
                noisy.verdict(evidence, servedNothing ? Double.NEGATIVE_INFINITY : margins.tolerate()),
                Words.percent(rule.tolerate()),
                Optional.of(evidence.bounds()),
                Optional.of(noisy.family().worse(evidence)),
                bounds(rule),
                detectable(evidence, metric, margins),
                why(metric, evidence, plain, rule)
                        + (servedNothing ? "; 0 in some trials, which never passes" : "")
                        + accepted.remark()
                        + crossCheck(evidence, margins));
    }

    /** Ranks bear with a few odd blocks; a target that served nothing in one of them is more than odd, and never passes. */
    private static Outcome withoutDeath(boolean servedNothing, Outcome outcome) {
        return outcome == Outcome.PASS && servedNothing ? Outcome.INCONCLUSIVE : outcome;
    }

    private String crossCheck(Evidence evidence, Margins margins) {
        return evidence.crossCheck(noisy.look(), margins.material())
                .map(remark -> "; " + remark)
                .orElse("");
    }

    static Margins margins(RelativeRule rule) {
        return new Margins(Harm.of(rule.metric(), rule.material()), Harm.of(rule.metric(), rule.tolerate()));
    }

    static String bounds(RelativeRule rule) {
        return "material " + Words.percent(rule.material()) + ", tolerated " + Words.percent(rule.tolerate());
    }

    /** A rule that could not be judged, or is not to be. */
    static RuleResult without(Outcome outcome, RuledCell<RelativeRule> ruled, String why) {
        return new RuleResult(
                ruled.cell().id(),
                Kind.RELATIVE,
                outcome,
                ruled.cell(),
                Verdict.NONE,
                Words.percent(ruled.rule().tolerate()),
                Optional.empty(),
                Optional.empty(),
                bounds(ruled.rule()),
                Optional.empty(),
                why);
    }

    static String noRatio(Cell cell) {
        if (cell.change().isPresent()) {
            return "a trial has the value 0, so there is no ratio; write an absolute or an exact rule";
        }
        return cell.notes().isEmpty() ? "no values of base and head to compare" : String.join("; ", cell.notes());
    }

    private Optional<Double> detectable(Evidence evidence, Metric metric, Margins margins) {
        if (evidence.deviation().isEmpty()) {
            return Optional.empty();
        }
        double harm = Sensitivity.detectable(
                noisy.failWhen(),
                evidence.blocks(),
                evidence.deviation().getAsDouble(),
                noisy.look().alpha(),
                noisy.family().size(),
                margins.material());
        return Double.isFinite(harm) ? Optional.of(Harm.size(metric, harm)) : Optional.empty();
    }

    private String why(Metric metric, Evidence evidence, Outcome outcome, RelativeRule rule) {
        var found = Double.isFinite(evidence.estimate())
                ? "changed by " + Words.change(metric, evidence.estimate())
                : "without a value in most blocks";
        var missing = missing(evidence);
        return switch (outcome) {
            case PASS ->
                found + "; " + atWorst(metric, evidence) + ", " + Words.percent(rule.tolerate()) + " is tolerated"
                        + missing;
            case FAIL -> found + "; " + significance(evidence) + ", " + size(rule) + missing;
            default ->
                found + "; " + significance(evidence) + "; " + atWorst(metric, evidence) + ", where a pass needs less"
                        + " than " + Words.percent(rule.tolerate()) + missing;
        };
    }

    private String missing(Evidence evidence) {
        if (evidence.missing() > 0) {
            return "; no value of head in " + evidence.missing() + " of " + blocks
                    + " blocks, which counts as the worst there is";
        }
        return evidence.blocks() < blocks ? "; values in " + evidence.blocks() + " of " + blocks + " blocks only" : "";
    }

    private String size(RelativeRule rule) {
        return switch (noisy.failWhen()) {
            case SIGNIFICANT_AND_MATERIAL -> "and no less than the " + Words.percent(rule.material()) + " that matter";
            case BEYOND_MARGIN -> "and shown to be more than " + Words.percent(rule.material());
        };
    }

    private String significance(Evidence evidence) {
        double p = noisy.family().worse(evidence);
        return (noisy.isSignificant(evidence) ? "significant (" : "not significant (") + Words.p(p)
                + " after Holm, limit " + Words.p(noisy.look().alpha()).substring(2) + ")";
    }

    private static String atWorst(Metric metric, Evidence evidence) {
        double high = evidence.high();
        if (!Double.isFinite(high)) {
            return "the blocks give the harm no upper bound";
        }
        var change = Words.percent(Harm.change(metric, high));
        return high > 0 ? "worse by at most " + change : "better by at least " + change;
    }
}
