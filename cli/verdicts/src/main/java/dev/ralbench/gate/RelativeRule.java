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
    public static final Kind KIND = new Kind("relative", true, RelativeRule::read);

    public RelativeRule {
        if (tolerate < material) {
            throw new IllegalArgumentException("tolerate: must not be less than material");
        }
    }

    private static RelativeRule read(RuleSection section) {
        var metric = section.metric();
        if (metric.unit() == MetricUnit.SHARE) {
            section.keys().problem("metric", metric.key() + " is a share and mostly 0: give it a limit in absolute");
        }
        if (hasNoRatio(metric)) {
            section.keys().problem("metric", metric.key() + " has no ratio to judge: give it a limit in absolute");
        }
        double material = section.keys().require("material", RuleSection.PERCENT);
        double tolerate = section.requireHarm("tolerate");
        var substitute = new RelativeRule(metric, section.levels(), 0.1, 0.1, false);
        return section.keys()
                .make(
                        () -> new RelativeRule(metric, section.levels(), material, tolerate, section.ifPresent()),
                        substitute);
    }

    /** Whether the metric has no ratio to compare. False if another message rejects the metric already. */
    static boolean hasNoRatio(Metric metric) {
        var way = metric.comparison().way();
        boolean isRefused = metric.unit() == MetricUnit.SHARE
                || metric.better() == Better.NEITHER
                || metric.ofAll().equals(RequestMetrics.MAX);
        return !isRefused && (way == MetricComparison.Way.NOT_COMPARED || way == MetricComparison.Way.DIFFERENCE);
    }

    /** Whether a rule on the metric can be written. */
    static boolean canCompare(Metric metric) {
        return metric.unit() != MetricUnit.SHARE
                && metric.better() != Better.NEITHER
                && !metric.ofAll().equals(RequestMetrics.MAX)
                && !hasNoRatio(metric);
    }

    @Override
    public Kind kind() {
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

    @Override
    public Optional<Evidence> evidence(Cell cell, ComparisonKind comparison, Look look) {
        if (comparison != ComparisonKind.PAIRED) {
            return Optional.empty();
        }
        return Optional.of(cell.harmsByRun()).filter(runs -> !runs.isEmpty()).map(runs -> Evidence.of(runs, look));
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
            var plain = unlessItMustNotPass(servedNothing, noisy().outcome(evidence, rule.margins()));
            boolean isUnknown = plain == RuleOutcome.INCONCLUSIVE && isNoiseOfBase();
            var accepted = servedNothing || isUnknown
                    ? new Acceptances.Accepted(plain, "")
                    : context.acceptances()
                            .apply(
                                    metric(),
                                    plain,
                                    LogRatio.size(metric(), evidence.estimate()),
                                    LogRatio.size(metric(), evidence.high()));
            return new Judgement(
                    accepted.outcome(),
                    noisy().verdict(evidence, servedNothing || isNoiseOfBase() ? noPass() : rule.margins()),
                    Optional.of(evidence.bounds()),
                    Optional.of(noisy().worse(evidence)),
                    Optional.empty(),
                    why(plain)
                            + (servedNothing ? "; 0 in some trials, which never passes" : "")
                            + context.tooNoisy(cell).map(why -> "; " + why).orElse("")
                            + accepted.remark()
                            + crossCheck());
        }

        private NoisyJudge noisy() {
            return context.noisy();
        }

        private Metric metric() {
            return rule.metric();
        }

        /**
         * Ranks tolerate a few outliers, but a target that served nothing in a block never passes. Nor does a metric in
         * which base cannot be told from itself. A harm that is proven stays proven.
         */
        private RuleOutcome unlessItMustNotPass(boolean servedNothing, RuleOutcome outcome) {
            return outcome == RuleOutcome.PASS && (servedNothing || isNoiseOfBase())
                    ? RuleOutcome.INCONCLUSIVE
                    : outcome;
        }

        private boolean isNoiseOfBase() {
            return context.tooNoisy(cell).isPresent();
        }

        private Margins noPass() {
            return new Margins(rule.margins().material(), Double.NEGATIVE_INFINITY);
        }

        private String crossCheck() {
            return evidence.crossCheck(rule.margins().material())
                    .map(remark -> "; " + remark)
                    .orElse("");
        }

        private String why(RuleOutcome outcome) {
            var found = Double.isFinite(evidence.estimate())
                    ? "changed by " + GateNumbers.change(metric(), evidence.estimate())
                    : "without a value in most blocks";
            return switch (outcome) {
                case PASS -> found + "; " + atWorst() + ", " + rule.tolerated() + " is tolerated" + missing();
                case FAIL -> found + "; " + significance() + ", " + size() + missing();
                default ->
                    found + "; " + significance() + "; " + atWorst() + ", where a pass needs less than "
                            + rule.tolerated() + beforeTheLastLook() + missing();
            };
        }

        /** What a look before the last one asks for in addition. */
        private String beforeTheLastLook() {
            return evidence.high() < rule.margins().tolerate() && noisy().isHeldBackBySign(evidence, rule.margins())
                    ? " and, before the last look, no sign of the " + GateNumbers.percent(rule.material())
                            + " that matter"
                    : "";
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
            double p = noisy().worse(evidence);
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
