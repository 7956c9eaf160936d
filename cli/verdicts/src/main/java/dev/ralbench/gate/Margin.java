package dev.ralbench.gate;

import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.metric.Metric;
import java.util.List;
import java.util.stream.Stream;

/**
 * A margin that a drafted rule may get.
 *
 * @param material the least relative change for the worse that matters
 * @param tolerate the harm that a pass has to exclude
 */
record Margin(double material, double tolerate) {
    private static final List<Margin> ROUND =
            List.of(new Margin(0.05, 0.10), new Margin(0.10, 0.20), new Margin(0.15, 0.30), new Margin(0.25, 0.50));

    /** Candidate margins of a metric, narrowest first: its usual margin, then wider ones in round numbers. */
    static List<Margin> of(Metric metric) {
        var usual =
                new Margin(metric.comparison().material(), metric.comparison().tolerated());
        return Stream.concat(Stream.of(usual), ROUND.stream().filter(usual::isNarrower))
                .toList();
    }

    private boolean isNarrower(Margin other) {
        return material < other.material && tolerate < other.tolerate;
    }

    /** The margin in standard deviations of a pair; infinite if all pairs are equal. */
    Margins inDeviations(Metric metric, double sd) {
        return new Margins(LogRatio.of(metric, material) / sd, LogRatio.of(metric, tolerate) / sd);
    }
}
