package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.Side.Attempt;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Quantity;
import dev.ralbench.metric.Threshold;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A limit for the variants that are compared; the baseline has none. Nothing was drawn by lot in them, so a bad minute of
 * the machine looks like a bad variant: if base breaks the limit in the same block, the block says nothing.
 *
 * @param everyTrial whether each trial has to keep it, instead of the typical one
 */
public record AbsoluteRule(Threshold threshold, LevelChoice levels, boolean everyTrial, boolean ifPresent)
        implements Rule {
    static final RuleKind KIND = new RuleKind("absolute", false, AbsoluteRule::read);

    private static AbsoluteRule read(RuleSection section) {
        var metric = section.metric();
        boolean isHigherBetter = metric.better() == Better.HIGHER;
        var key = isHigherBetter ? "min" : "max";
        var wrong = isHigherBetter ? "max" : "min";
        if (section.has(wrong)) {
            section.keyProblem(
                    wrong,
                    "of " + metric.key() + ", "
                            + (isHigherBetter ? "more is better: write min" : "less is better: write max"));
        }
        double limit = section.has(wrong) ? 1 : section.require(key, new GateSyntax.QuantityForm(metric.unit()));
        var operator = isHigherBetter ? Threshold.Operator.AT_LEAST : Threshold.Operator.AT_MOST;
        return new AbsoluteRule(
                new Threshold(metric, Optional.empty(), operator, limit),
                section.levels(),
                section.flag("every_trial"),
                section.ifPresent());
    }

    @Override
    public RuleKind kind() {
        return KIND;
    }

    @Override
    public Metric metric() {
        return threshold.metric();
    }

    @Override
    public AbsoluteRule at(LevelChoice others) {
        return new AbsoluteRule(threshold, others, everyTrial, ifPresent);
    }

    @Override
    public long leastRequests() {
        return metric().leastSamples();
    }

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
        return "";
    }

    @Override
    public String bounds() {
        return threshold.words();
    }

    @Override
    public Optional<String> advice() {
        return Optional.of("more pairs may settle it");
    }

    @Override
    public List<String> written() {
        var limit = (threshold.operator().isUpper() ? "max: " : "min: ")
                + Quantity.written(metric().unit(), threshold.limit());
        return Stream.concat(Stream.of(limit), everyTrial ? Stream.of("every_trial: true") : Stream.empty())
                .toList();
    }

    @Override
    public Optional<Evidence> evidence(Cell cell, ComparisonKind comparison, Look look) {
        return Optional.empty();
    }

    @Override
    public Judgement judge(Cell cell, Optional<Evidence> evidence, RuleContext context) {
        if (context.isForced()) {
            return Judgement.without(RuleOutcome.NOT_JUDGED, context.notPaired());
        }
        var limits = new LimitJudge(context.noisy().look());
        var trials = cell.head().all();
        var judgement = judge(limits, trials).ofTrials(trials.size(), context.blocks());
        return judgement.outcome() == RuleOutcome.FAIL ? nextToBase(limits, cell, judgement) : judgement;
    }

    private Judgement judge(LimitJudge limits, List<Attempt> trials) {
        return limits.judge(
                threshold,
                everyTrial,
                trials.stream().mapToDouble(Attempt::value).toArray());
    }

    /** A limit that head breaks fails only if it does so in blocks in which base keeps it, too. */
    private Judgement nextToBase(LimitJudge limits, Cell cell, Judgement broken) {
        var brokenByBase = brokenByBase(cell);
        var others = cell.head().all().stream()
                .filter(trial -> !brokenByBase.contains(trial.block()))
                .toList();
        boolean isShownByOthers = judge(limits, others).outcome() == RuleOutcome.FAIL
                && (everyTrial
                        || limits.isTested(others.size())
                        || !limits.isTested(cell.head().all().size()));
        return brokenByBase.isEmpty() || isShownByOthers
                ? broken
                : Judgement.ofLimit(
                        RuleOutcome.INCONCLUSIVE,
                        broken.why() + "; base breaks it too, in " + GateNumbers.count(brokenByBase.size(), "block")
                                + ", and the others show nothing");
    }

    private Set<String> brokenByBase(Cell cell) {
        return cell.base().all().stream()
                .filter(trial -> !threshold.holds(trial.value()))
                .map(Attempt::block)
                .collect(Collectors.toSet());
    }
}
