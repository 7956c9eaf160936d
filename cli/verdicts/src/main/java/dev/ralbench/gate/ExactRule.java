package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Quantity;
import dev.ralbench.statistics.Median;
import java.util.List;
import java.util.Optional;

/**
 * A metric that is expected to be the same in every trial. If it is, medians are held against the slack and no chance is
 * involved; if not, the noisy rule decides on the differences, and the result says so.
 *
 * @param slack how much worse it may be, in the metric's unit
 */
public record ExactRule(Metric metric, LevelChoice levels, double slack, boolean ifPresent) implements Rule {
    static final Kind KIND = new Kind("exact", true, ExactRule::read);

    /** Quotients of counts are not exact in binary: 3.02 - 3 is above 0.02. */
    private static final double ROUNDING = 1e-9;

    private static ExactRule read(RuleSection section) {
        var metric = section.metric();
        double slack = section.keys().require("slack", new GateSyntax.QuantityForm(metric.unit()));
        return new ExactRule(metric, section.levels(), slack, section.ifPresent());
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public ExactRule at(LevelChoice others) {
        return new ExactRule(metric, others, slack, ifPresent);
    }

    @Override
    public long leastRequests() {
        return 0;
    }

    /** It may turn out to be. */
    @Override
    public boolean isNoisy() {
        return false;
    }

    @Override
    public boolean isRatio() {
        return false;
    }

    @Override
    public String tolerated() {
        return "+" + value(slack);
    }

    @Override
    public String bounds() {
        return "exact, slack " + value(slack);
    }

    /** The same where trials differ by more than the slack, so that an interval decides. */
    String boundsOfInterval() {
        return "slack " + value(slack) + ", judged with an interval";
    }

    @Override
    public Optional<String> advice() {
        return Optional.of("more slack, or more pairs");
    }

    @Override
    public List<String> written() {
        return List.of("slack: " + Quantity.written(metric.unit(), slack));
    }

    /** The slack, with room for quotients. */
    double limit() {
        return slack + ROUNDING * Math.max(1, slack);
    }

    /** Whether the trials of each side agree within the slack. */
    boolean isSteady(Cell cell) {
        return spread(cell.base().trials()) <= limit() && spread(cell.head().trials()) <= limit();
    }

    private static double spread(List<Double> values) {
        var summary = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return summary.getMax() - summary.getMin();
    }

    @Override
    public Optional<Evidence> evidence(Cell cell, ComparisonKind comparison, Look look) {
        boolean isNoisy = comparison == ComparisonKind.PAIRED && RuleContext.hasBothSides(cell) && !isSteady(cell);
        return isNoisy ? Optional.of(Evidence.of(cell.byRun(harms(cell)), look)) : Optional.empty();
    }

    /** The harm of each block, in the metric's unit. */
    static double[] harms(Cell cell) {
        var base = cell.base().trials();
        var head = cell.head().trials();
        var harms = new double[Math.min(base.size(), head.size())];
        for (int i = 0; i < harms.length; i++) {
            harms[i] = LogRatio.difference(cell.metric(), base.get(i), head.get(i));
        }
        return harms;
    }

    @Override
    public Judgement judge(Cell cell, Optional<Evidence> evidence, RuleContext context) {
        return context.withoutBase()
                .or(() -> unjudged(cell, context))
                .or(() -> evidence.map(found -> unsteady(found, context)))
                .orElseGet(() -> isSteady(cell)
                        ? steady(cell, context)
                        : Judgement.without(
                                RuleOutcome.NOT_JUDGED,
                                "trials of one side differ by more than the slack; " + context.notPaired()));
    }

    private Optional<Judgement> unjudged(Cell cell, RuleContext context) {
        if (context.isForced()) {
            return Optional.of(Judgement.without(RuleOutcome.NOT_JUDGED, context.notPaired()));
        }
        return RuleContext.hasBothSides(cell)
                ? Optional.empty()
                : Optional.of(Judgement.without(RuleOutcome.NO_DATA, "no values of base and head to compare"));
    }

    private Judgement steady(Cell cell, RuleContext context) {
        double base = median(cell.base().trials());
        double head = median(cell.head().trials());
        double harm = LogRatio.difference(metric, base, head);
        int blocks = context.blocks();
        int known = cell.head().trials().size();
        var kept = known < blocks ? RuleOutcome.INCONCLUSIVE : RuleOutcome.PASS;
        var plain = harm > limit() ? RuleOutcome.FAIL : kept;
        var accepted = context.acceptances().apply(metric, plain, harm, harm);
        var where = known < blocks
                ? " in " + known + " of " + blocks + " blocks, no value in the others"
                : " in every trial";
        var why = "base " + value(base) + ", head " + value(head) + where
                + (plain == RuleOutcome.FAIL ? ": worse by more than the slack of " : ", within the slack of ")
                + value(slack);
        return Judgement.certain(
                accepted.outcome(),
                plain == RuleOutcome.INCONCLUSIVE ? Verdict.INCONCLUSIVE : verdict(harm),
                why + accepted.remark());
    }

    private Judgement unsteady(Evidence evidence, RuleContext context) {
        var noisy = context.noisy();
        var plain = noisy.outcome(evidence, new Margins(limit(), limit()));
        var accepted = context.acceptances().apply(metric, plain, evidence.estimate(), evidence.high());
        var why = "trials of one side differ by more than the slack of " + value(slack)
                + ", so the noisy rule decides: worse by "
                + value(evidence.estimate()) + ", at most "
                + value(evidence.high()) + " ("
                + GateNumbers.p(noisy.worse(evidence)) + " after Holm)";
        return new Judgement(
                accepted.outcome(),
                noisy.verdict(evidence, new Margins(limit(), limit())),
                Optional.of(evidence.bounds()),
                Optional.of(noisy.worse(evidence)),
                Optional.empty(),
                why + accepted.remark());
    }

    private Verdict verdict(double harm) {
        if (Math.abs(harm) <= limit()) {
            return Verdict.NO_WORSE;
        }
        return harm > 0 ? Verdict.WORSE : Verdict.BETTER;
    }

    static double median(List<Double> values) {
        return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private String value(double value) {
        return GateNumbers.value(metric, value);
    }
}
