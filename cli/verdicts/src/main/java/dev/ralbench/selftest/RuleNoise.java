package dev.ralbench.selftest;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GatePower;
import dev.ralbench.statistics.Autocorrelation;
import dev.ralbench.statistics.Deviation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How noisy one rule's differences of a block are between equal variants.
 *
 * @param runs that it is taken from
 * @param blocks of each, the median
 * @param deviation of the difference of a block: root mean square over the runs
 * @param autocorrelation between neighbouring blocks; empty if there is none to be seen. Independent coins keep the test
 *     exact whatever it is
 * @param detectable the change for the worse that the whole gate finds in 95 of 100 runs, as a share of the baseline; empty if
 *     it finds none
 */
public record RuleNoise(
        int runs, int blocks, double deviation, Optional<Double> autocorrelation, Optional<Double> detectable) {

    /**
     * Noise of many runs.
     *
     * @param differences of the blocks of each run, at least two, by the rule's id in the gate
     */
    static Map<String, RuleNoise> of(Map<String, List<double[]>> differences, Gate gate) {
        var sds = new LinkedHashMap<String, Double>();
        differences.forEach((rule, runs) -> sds.put(rule, deviation(runs)));
        var detectable = GatePower.of(gate, gate.design().ownLevels(), 1).detectable(sds);
        var noise = new LinkedHashMap<String, RuleNoise>();
        differences.forEach((rule, runs) -> noise.put(
                rule,
                new RuleNoise(
                        runs.size(),
                        runs.stream().mapToInt(run -> run.length).sorted().toArray()[runs.size() / 2],
                        deviation(runs),
                        Autocorrelation.shownBy(runs),
                        Optional.ofNullable(detectable.get(rule)))));
        return noise;
    }

    private static double deviation(List<double[]> runs) {
        return Math.sqrt(runs.stream()
                .mapToDouble(Deviation::of)
                .map(sd -> sd * sd)
                .average()
                .orElseThrow());
    }
}
