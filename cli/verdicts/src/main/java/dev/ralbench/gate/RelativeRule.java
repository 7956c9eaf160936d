package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import dev.ralbench.metric.RequestMetrics;
import java.util.List;
import java.util.Optional;

/**
 * A noisy metric against the baseline: significance and size decide.
 *
 * @param material the least relative change for the worse that matters, 0.05 for 5 %
 * @param tolerate the harm that a pass has to exclude; at least the material harm
 */
public record RelativeRule(Metric metric, LevelChoice levels, double material, double tolerate, boolean ifPresent)
        implements Rule {
    public static final RuleKind KIND = new RuleKind("relative", true, RelativeRule::read);

    public RelativeRule {
        if (tolerate < material) {
            throw new IllegalArgumentException("tolerate: must not be less than material");
        }
    }

    private static RelativeRule read(RuleSection section) {
        var metric = section.metric();
        if (metric.unit() == MetricUnit.SHARE) {
            section.problem("metric", metric.key() + " is a share and mostly 0: give it a limit in absolute");
        }
        if (hasNoRatio(metric)) {
            section.problem("metric", metric.key() + " has no ratio to judge: give it a limit in absolute");
        }
        double material = section.require("material", RuleSection.PERCENT);
        double tolerate = section.require("tolerate", RuleSection.PERCENT);
        if (metric.better() == Better.HIGHER && tolerate >= 1) {
            section.problem("tolerate", "must be below 100%, as " + metric.key() + " cannot fall by more");
        }
        var substitute = new RelativeRule(metric, section.levels(), 0.1, 0.1, false);
        return section.make(
                () -> new RelativeRule(metric, section.levels(), material, tolerate, section.ifPresent()), substitute);
    }

    /** Whether the metric has no ratio to compare. False if another message rejects the metric already. */
    static boolean hasNoRatio(Metric metric) {
        var way = metric.comparison().way();
        boolean isRefused =
                metric.unit() == MetricUnit.SHARE || metric.better() == Better.NEITHER || metric == RequestMetrics.MAX;
        return !isRefused && (way == MetricComparison.Way.NOT_COMPARED || way == MetricComparison.Way.DIFFERENCE);
    }

    @Override
    public RuleKind kind() {
        return KIND;
    }

    @Override
    public RelativeRule at(LevelChoice others) {
        return new RelativeRule(metric, others, material, tolerate, ifPresent);
    }

    /** A percentile of two variants needs more requests to be compared than to be stated. */
    @Override
    public long leastRequests() {
        return leastRequests(metric);
    }

    static long leastRequests(Metric metric) {
        return Math.max(metric.comparison().leastRequests(), metric.leastSamples());
    }

    @Override
    public boolean isNoisy() {
        return true;
    }

    @Override
    public boolean isRatio() {
        return true;
    }

    @Override
    public String tolerated() {
        return GateNumbers.percent(tolerate);
    }

    @Override
    public String bounds() {
        return "material " + GateNumbers.percent(material) + ", tolerated " + GateNumbers.percent(tolerate);
    }

    @Override
    public Optional<String> advice() {
        return Optional.empty();
    }

    @Override
    public List<String> written() {
        return List.of(
                "material: " + Quantity.written(MetricUnit.SHARE, material),
                "tolerate: " + Quantity.written(MetricUnit.SHARE, tolerate));
    }

    /** Both margins on the scale of harm, as logarithms of a ratio. */
    Margins margins() {
        return new Margins(LogRatio.of(metric, material), LogRatio.of(metric, tolerate));
    }

    /**
     * The smallest change for the worse that it finds with a probability of 95 %.
     *
     * @param sd of a block's harm
     * @param alpha of all rules at one look
     * @param rules that share it
     * @return as a share of the baseline; empty if it finds nothing
     */
    Optional<Double> detectable(FailWhen failWhen, int blocks, double sd, double alpha, int rules) {
        double harm = Sensitivity.detectable(
                failWhen, blocks, sd, alpha, rules, margins().material());
        return Double.isFinite(harm) ? Optional.of(LogRatio.size(metric, harm)) : Optional.empty();
    }

    @Override
    public Optional<Evidence> evidence(Cell cell, ComparisonKind comparison, Look look) {
        if (comparison != ComparisonKind.PAIRED) {
            return Optional.empty();
        }
        return Optional.of(cell.harms()).filter(harms -> !harms.isEmpty()).map(harms -> Evidence.of(harms, look));
    }

    @Override
    public Judgement judge(Cell cell, Optional<Evidence> evidence, RuleContext context) {
        return context.withoutBase()
                .or(() -> evidence.map(found -> new Judge(this, cell, found, context).result()))
                .orElseGet(() -> context.isPaired()
                        ? Judgement.without(RuleOutcome.NO_DATA, noRatio(cell))
                        : Judgement.without(RuleOutcome.NOT_JUDGED, context.notPaired()));
    }

    static String noRatio(Cell cell) {
        if (cell.change().isPresent()) {
            return "a trial has the value 0, so there is no ratio; write an absolute or an exact rule";
        }
        return cell.notes().isEmpty() ? "no values of base and head to compare" : String.join("; ", cell.notes());
    }

    private record Judge(RelativeRule rule, Cell cell, Evidence evidence, RuleContext context) {
        Judgement result() {
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
            return new Judgement(
                    accepted.outcome(),
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

        /** Ranks tolerate a few outliers, but a target that served nothing in a block never passes. */
        private static RuleOutcome withoutDeath(boolean servedNothing, RuleOutcome outcome) {
            return outcome == RuleOutcome.PASS && servedNothing ? RuleOutcome.INCONCLUSIVE : outcome;
        }

        private String crossCheck() {
            return evidence.crossCheck(rule.margins().material())
                    .map(remark -> "; " + remark)
                    .orElse("");
        }

        private Optional<Double> detectable() {
            if (evidence.deviation().isEmpty()) {
                return Optional.empty();
            }
            return rule.detectable(
                    noisy().failWhen(),
                    evidence.blocks(),
                    evidence.deviation().getAsDouble(),
                    noisy().look().alpha(),
                    noisy().family().size());
        }

        private String why(RuleOutcome outcome) {
            var found = Double.isFinite(evidence.estimate())
                    ? "changed by " + GateNumbers.change(metric(), evidence.estimate())
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
                case SIGNIFICANT_AND_MATERIAL ->
                    "and no less than the " + GateNumbers.percent(rule.material()) + " that matter";
                case BEYOND_MARGIN -> "and shown to be more than " + GateNumbers.percent(rule.material());
            };
        }

        private String significance() {
            double p = noisy().family().worse(evidence);
            return (noisy().isSignificant(evidence) ? "significant (" : "not significant (") + GateNumbers.p(p)
                    + " after Holm, limit "
                    + GateNumbers.p(noisy().look().alpha()).substring(2) + ")";
        }

        private String atWorst() {
            double high = evidence.high();
            if (!Double.isFinite(high)) {
                return "the blocks give the harm no upper bound";
            }
            var change = GateNumbers.percent(LogRatio.change(metric(), high));
            return high > 0 ? "worse by at most " + change : "better by at least " + change;
        }
    }
}
