package dev.ralbench.selftest;

import dev.ralbench.compare.Cell;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.statistics.Autocorrelation;
import dev.ralbench.statistics.Deviation;
import java.util.List;
import java.util.Optional;

/**
 * How noisy one rule's differences of a block are between equal variants.
 *
 * @param runs that it is taken from
 * @param blocks of each, the median
 * @param deviation of the difference of a block: root mean square over the runs
 * @param autocorrelation between neighbouring blocks; empty if there is none to be seen. Independent coins keep the test
 *     exact whatever it is
 * @param detectable the change for the worse that the gate finds in 95 of 100 runs, as a share of the baseline; empty if
 *     it finds none
 */
public record RuleNoise(
        int runs, int blocks, double deviation, Optional<Double> autocorrelation, Optional<Double> detectable) {

    /**
     * Noise of many runs.
     *
     * @param runs differences of the blocks of each, at least two
     * @param rule id in the gate
     */
    static RuleNoise of(List<double[]> runs, Gate gate, String rule) {
        double squares = 0;
        for (double[] run : runs) {
            double deviation = Deviation.of(run);
            squares += deviation * deviation;
        }
        double deviation = Math.sqrt(squares / runs.size());
        int blocks = runs.stream().mapToInt(run -> run.length).sorted().toArray()[runs.size() / 2];
        var levels = gate.design().ownLevels();
        var detectable = gate.rules(RelativeRule.class).stream()
                .filter(each -> each.levels().of(levels).stream()
                        .anyMatch(level -> Cell.id(each.metric(), level).equals(rule)))
                .findFirst()
                .flatMap(each -> gate.detectable(each, blocks, deviation));
        return new RuleNoise(runs.size(), blocks, deviation, Autocorrelation.shownBy(runs), detectable);
    }
}
