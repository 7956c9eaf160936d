package dev.ralbench.gate;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A machine to measure on, as it is simulated: all on the logarithmic scale. A pair is measured in
 * alternating windows A B B A at two levels; drift is an Ornstein-Uhlenbeck process over the windows, the effect of a
 * trial a Student t with 5 degrees of freedom, and a burst of a neighbour costs a window 10 to 40 %.
 *
 * @param trial sd of the effect of a fresh process
 * @param drift sd of the machine's slow drift
 * @param bursts probability that a window is hit
 */
record Regime(String name, double trial, double drift, double bursts) {
    static final Regime DEDICATED = new Regime("dedicated", 0.008, 0.006, 0);
    static final Regime SHARED = new Regime("shared", 0.03, 0.05, 0.01);
    static final Regime BAD = new Regime("bad", 0.04, 0.10, 0.03);

    /** Goodput at two levels, CPU time per request, p90. */
    static final int METRICS = 4;

    private static final int WINDOWS = 4;
    private static final double WINDOW_NOISE = 0.03;
    /** Drift is correlated over about 20 windows; starting a pair takes as long as 8. */
    private static final double KEPT = Math.exp(-1 / 20.0);

    private static final double KEPT_BETWEEN_PAIRS = Math.exp(-8 / 20.0);
    /**
     * Of the pair, in every regime: CPU time per request hardly knows of neighbours, but of what the JVM made of a
     * process. 7 to 9 % were measured (results/recorded/noise).
     */
    private static final double CPU_OF_PAIR = 0.10;

    /** Likewise; 2 to 3 % were measured. */
    private static final double P90_OF_PAIR = 0.05;

    /** Draws pairs one after the other. */
    final class Machine {
        private final RandomGenerator random;
        private double level;

        Machine(RandomGenerator random) {
            this.random = random;
            this.level = drift * random.nextGaussian();
        }

        /** The harm of head in each metric, without any difference between base and head. */
        double[] pair() {
            double base = trial * student();
            double head = trial * student();
            boolean headFirst = random.nextBoolean();
            move(KEPT_BETWEEN_PAIRS);
            var harms = new double[METRICS];
            harms[0] = base - head - ratio(headFirst);
            harms[1] = base - head - ratio(headFirst);
            harms[2] = CPU_OF_PAIR * random.nextGaussian();
            harms[3] = P90_OF_PAIR * random.nextGaussian();
            return harms;
        }

        /** The median of the windows' ratios of head to base. */
        private double ratio(boolean headFirst) {
            var ratios = new double[WINDOWS];
            for (int i = 0; i < WINDOWS; i++) {
                double first = window();
                double second = window();
                boolean headIsFirst = headFirst == (i % 2 == 0);
                ratios[i] = headIsFirst ? first - second : second - first;
            }
            Arrays.sort(ratios);
            return (ratios[1] + ratios[2]) / 2;
        }

        private double window() {
            move(KEPT);
            double burst = random.nextDouble() < bursts ? Math.log(1 - random.nextDouble(0.1, 0.4)) : 0;
            return level + burst + WINDOW_NOISE * random.nextGaussian();
        }

        private void move(double kept) {
            level = kept * level + drift * Math.sqrt(1 - kept * kept) * random.nextGaussian();
        }

        /** Student's t with 5 degrees of freedom, scaled to an sd of 1. */
        private double student() {
            double squares = 0;
            for (int i = 0; i < 5; i++) {
                double normal = random.nextGaussian();
                squares += normal * normal;
            }
            return random.nextGaussian() / Math.sqrt(squares / 5) * Math.sqrt(3 / 5.0);
        }
    }
}
