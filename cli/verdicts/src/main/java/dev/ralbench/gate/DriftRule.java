package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import dev.ralbench.yaml.TextSyntax;
import java.util.List;
import java.util.Optional;

/**
 * A budget for what adds up over many small steps: how much worse the newest runs of a history may be than a pinned run.
 * It judges histories, see {@link DriftJudge}, and says nothing about a pair of builds.
 *
 * @param against id of the pinned run, or a label of its variant: {@code release} or {@code release=1.4}
 * @param atMost relative change for the worse, 0.1 for 10 %
 */
public record DriftRule(Metric metric, LevelChoice levels, String against, double atMost, boolean ifPresent)
        implements Rule {
    static final Kind KIND = new Kind("drift", false, DriftRule::read);

    private static final String NO_PAIR = "a drift rule judges the runs of a history, and not a pair of builds";

    private static DriftRule read(RuleSection section) {
        var metric = section.metric();
        if (metric.better() == Better.NEITHER || RelativeRule.hasNoRatio(metric) || metric.unit() == MetricUnit.SHARE) {
            section.keys().problem("metric", metric.key() + " has no ratio to judge: give it a limit in absolute");
        }
        var against = section.keys().require("against", TextSyntax.NOT_BLANK);
        return new DriftRule(metric, section.levels(), against, section.requireHarm("at_most"), section.ifPresent());
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public DriftRule at(LevelChoice others) {
        return new DriftRule(metric, others, against, atMost, ifPresent);
    }

    @Override
    public long leastRequests() {
        return 0;
    }

    @Override
    public boolean isNoisy() {
        return false;
    }

    @Override
    public boolean isRatio() {
        return true;
    }

    @Override
    public String tolerated() {
        return GateNumbers.percent(atMost);
    }

    @Override
    public String bounds() {
        return "at most " + GateNumbers.percent(atMost) + " worse than " + against;
    }

    @Override
    public Optional<String> advice() {
        return Optional.of("more runs may settle it");
    }

    @Override
    public List<String> written() {
        return List.of("against: " + against, "at_most: " + Quantity.written(MetricUnit.SHARE, atMost));
    }

    /** On the scale of harm, as a logarithm of a ratio. */
    double margin() {
        return LogRatio.of(metric, atMost);
    }

    @Override
    public Optional<Evidence> evidence(Cell cell, ComparisonKind comparison, Look look) {
        return Optional.empty();
    }

    @Override
    public Judgement judge(Cell cell, Optional<Evidence> evidence, RuleContext context) {
        return Judgement.without(RuleOutcome.NOT_JUDGED, NO_PAIR);
    }
}
