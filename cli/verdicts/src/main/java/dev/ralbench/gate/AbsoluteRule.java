package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.Side.Attempt;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Quantity;
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
public record AbsoluteRule(MetricLimit limit, LevelChoice levels, boolean everyTrial, boolean ifPresent)
        implements Rule {
    static final Kind KIND = new Kind("absolute", false, AbsoluteRule::read);

    private static AbsoluteRule read(RuleSection section) {
        var metric = section.metric();
        boolean isHigherBetter = metric.better() == Better.HIGHER;
        var key = isHigherBetter ? "min" : "max";
        var wrong = isHigherBetter ? "max" : "min";
        if (section.keys().has(wrong)) {
            section.keys()
                    .keyProblem(
                            wrong,
                            "of " + metric.key() + ", "
                                    + (isHigherBetter ? "more is better: write min" : "less is better: write max"));
        }
        double value =
                section.keys().has(wrong) ? 1 : section.keys().require(key, new GateSyntax.QuantityForm(metric.unit()));
        var operator = isHigherBetter ? MetricLimit.Operator.AT_LEAST : MetricLimit.Operator.AT_MOST;
        return new AbsoluteRule(
                new MetricLimit(metric, Optional.empty(), operator, value),
                section.levels(),
                section.flag("every_trial"),
                section.ifPresent());
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Metric metric() {
        return limit.metric();
    }

    @Override
    public AbsoluteRule at(LevelChoice others) {
        return new AbsoluteRule(limit, others, everyTrial, ifPresent);
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
        return limit.words();
    }

    @Override
    public Optional<String> advice() {
        return Optional.of("more pairs may settle it");
    }

    @Override
    public List<String> written() {
        var bound = (limit.operator().isUpper() ? "max: " : "min: ") + Quantity.written(metric().unit(), limit.value());
        return Stream.concat(Stream.of(bound), everyTrial ? Stream.of("every_trial: true") : Stream.empty())
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
        var judge = new LimitJudge(context.noisy().look());
        var trials = cell.head().all();
        var judgement = judge(judge, trials).ofTrials(trials.size(), context.blocks());
        return judgement.outcome() == RuleOutcome.FAIL ? nextToBase(judge, cell, judgement) : judgement;
    }

    private Judgement judge(LimitJudge judge, List<Attempt> trials) {
        return judge.judge(
                limit, everyTrial, trials.stream().mapToDouble(Attempt::value).toArray());
    }

    /** A limit that head breaks fails only if it does so in blocks in which base keeps it, too. */
    private Judgement nextToBase(LimitJudge judge, Cell cell, Judgement broken) {
        var brokenByBase = brokenByBase(cell);
        var others = cell.head().all().stream()
                .filter(trial -> !brokenByBase.contains(trial.block()))
                .toList();
        boolean isShownByOthers = judge(judge, others).outcome() == RuleOutcome.FAIL
                && (everyTrial
                        || judge.isTested(others.size())
                        || !judge.isTested(cell.head().all().size()));
        return brokenByBase.isEmpty() || isShownByOthers
                ? broken
                : Judgement.ofLimit(
                        RuleOutcome.INCONCLUSIVE,
                        broken.why() + "; base breaks it too, in " + GateNumbers.count(brokenByBase.size(), "block")
                                + ", and the others show nothing");
    }

    private Set<String> brokenByBase(Cell cell) {
        return cell.base().all().stream()
                .filter(trial -> !limit.holds(trial.value()))
                .map(Attempt::block)
                .collect(Collectors.toSet());
    }
}
