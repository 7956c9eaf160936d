package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.compare.MetricComparison;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Metric.Better;
import dev.ralbench.measurement.MetricUnit;
import dev.ralbench.measurement.Quantity;
import java.util.List;
import java.util.Optional;

/**
 * A noisy metric against the baseline: significance and size decide.
 *
 * @param material the least relative change for the worse that matters, 0.05 for 5 %
 * @param tolerate the harm that a pass has to exclude; no less than what is material
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

    /** If no other message refuses to compare it. */
    private static boolean hasNoRatio(Metric metric) {
        var way = MetricComparison.of(metric).way();
        boolean isRefused =
                metric.unit() == MetricUnit.SHARE || metric.better() == Better.NEITHER || metric == Metric.MAX;
        return !isRefused && (way == MetricComparison.Way.NOT_COMPARED || way == MetricComparison.Way.DIFFERENCE);
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
        return Math.max(MetricComparison.of(metric).leastRequests(), metric.leastSamples());
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
        return Words.percent(tolerate);
    }

    @Override
    public String bounds() {
        return "material " + Words.percent(material) + ", tolerated " + Words.percent(tolerate);
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

    /** In the scale of harm. */
    Margins margins() {
        return new Margins(LogRatio.of(metric, material), LogRatio.of(metric, tolerate));
    }

    @Override
    public Optional<Evidence> evidence(Cell cell, Comparison.Kind comparison, Look look) {
        if (comparison != Comparison.Kind.PAIRED) {
            return Optional.empty();
        }
        return Optional.of(LogRatio.ofBlocks(cell))
                .filter(harms -> !harms.isEmpty())
                .map(harms -> Evidence.of(harms, look));
    }

    @Override
    public RuleResult judge(Cell cell, Optional<Evidence> evidence, RuleContext context) {
        return context.withoutBase(this, cell)
                .or(() -> evidence.map(found -> new RelativeJudge(this, cell, found, context).result()))
                .orElseGet(() -> context.isPaired()
                        ? RuleResult.without(Outcome.NO_DATA, this, cell, noRatio(cell))
                        : RuleResult.without(Outcome.NOT_JUDGED, this, cell, context.notPaired()));
    }

    static String noRatio(Cell cell) {
        if (cell.change().isPresent()) {
            return "a trial has the value 0, so there is no ratio; write an absolute or an exact rule";
        }
        return cell.notes().isEmpty() ? "no values of base and head to compare" : String.join("; ", cell.notes());
    }
}
