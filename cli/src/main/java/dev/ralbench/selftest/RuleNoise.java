package dev.ralbench.selftest;

import dev.ralbench.statistics.Autocorrelation;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Power;
import java.util.ArrayList;
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
 * @param detectable the harm that a run finds in 95 of 100 cases, as a logarithm of a ratio
 */
public record RuleNoise(int runs, int blocks, double deviation, Optional<Double> autocorrelation, double detectable) {
    /** One-sided, of a single rule. */
    private static final double ALPHA = 0.01;

    /** Differences of many runs. */
    static final class Collector {
        private final List<double[]> runs = new ArrayList<>();

        void add(List<Double> perBlock) {
            runs.add(perBlock.stream().mapToDouble(Double::doubleValue).toArray());
        }

        RuleNoise noise(double material) {
            double squares = 0;
            for (double[] run : runs) {
                double deviation = Deviation.of(run);
                squares += deviation * deviation;
            }
            double deviation = Math.sqrt(squares / runs.size());
            int blocks = runs.stream().mapToInt(run -> run.length).sorted().toArray()[runs.size() / 2];
            return new RuleNoise(
                    runs.size(),
                    blocks,
                    deviation,
                    Autocorrelation.shownBy(runs),
                    Power.detectable(blocks, deviation, ALPHA, Power.REPORTED, material));
        }
    }
}
