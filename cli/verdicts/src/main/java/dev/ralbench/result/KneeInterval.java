package dev.ralbench.result;

import dev.ralbench.statistics.StudentT;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * About how many users a target can take, by all of its searches.
 *
 * <p>Of one or two searches the bounds are the least level kept and the highest one missed: they say nothing about the
 * next start of the target. From three on they are on each side the wider of two: those of Student's t for the searches'
 * own estimates, and those of the levels, of the mean of so many.
 *
 * @param users empty unless all searches have an estimate
 * @param low fewer users can be ruled out with 95 %; 0 if the objective was never shown to be kept
 * @param high more users can be ruled out with 95 %; infinite if it was never shown to be missed
 */
public record KneeInterval(OptionalDouble users, double low, double high) {
    private static final int FEWEST_FOR_A_SPREAD = 3;

    /**
     * The estimate of some searches of one target.
     *
     * @param searches at least one
     */
    public static KneeInterval of(List<Knee> searches) {
        double low = searches.stream().mapToDouble(Knee::users).min().orElse(0);
        double high = searches.stream().mapToDouble(Knee::fewestMissed).max().orElse(Double.POSITIVE_INFINITY);
        if (searches.stream().anyMatch(knee -> knee.estimate().isEmpty())) {
            return new KneeInterval(OptionalDouble.empty(), low, high);
        }
        double[] logs = searches.stream()
                .mapToDouble(knee -> Math.log(knee.estimate().orElseThrow()))
                .toArray();
        var spread = StudentT.interval(Slo.RISK, logs);
        double users = Math.exp(spread.estimate());
        if (logs.length < FEWEST_FOR_A_SPREAD) {
            return new KneeInterval(OptionalDouble.of(users), low, high);
        }
        double below = ofMean(searches, knee -> Math.log(knee.estimate().orElseThrow() / knee.users()));
        double above = ofMean(
                searches, knee -> Math.log(knee.fewestMissed() / knee.estimate().orElseThrow()));
        return new KneeInterval(
                OptionalDouble.of(users),
                Math.min(Math.exp(spread.low()), users * Math.exp(-below)),
                Math.max(Math.exp(spread.high()), users * Math.exp(above)));
    }

    /** The distance of a bound of the mean of independent estimates, from that of each. */
    private static double ofMean(List<Knee> searches, ToDoubleFunction<Knee> distance) {
        return Math.sqrt(searches.stream()
                        .mapToDouble(distance)
                        .map(each -> each * each)
                        .sum())
                / searches.size();
    }

    /**
     * How many times as many users another target can take.
     *
     * @param estimate empty unless both have one
     * @param low less can be ruled out with 95 %; 0 if nothing can
     * @param high more can be ruled out with 95 %; infinite if nothing can
     */
    public record Ratio(OptionalDouble estimate, double low, double high) {
        /** Whether it is shown to differ from 1. */
        public boolean isTold() {
            return low > 1 || high < 1;
        }
    }

    /**
     * The ratio to this one of another target's. Its bounds come from those of both (method of variance estimates
     * recovery, Zou and Donner 2008): two errors that have nothing to do with each other are not both at their worst.
     */
    public Ratio ratioOf(KneeInterval other) {
        if (users.isEmpty() || other.users.isEmpty()) {
            return new Ratio(
                    OptionalDouble.empty(), other.low / high, low == 0 ? Double.POSITIVE_INFINITY : other.high / low);
        }
        double mine = Math.log(users.getAsDouble());
        double others = Math.log(other.users.getAsDouble());
        double down = Math.hypot(others - Math.log(other.low), Math.log(high) - mine);
        double up = Math.hypot(Math.log(other.high) - others, mine - Math.log(low));
        return new Ratio(
                OptionalDouble.of(Math.exp(others - mine)),
                Math.exp(others - mine - down),
                Math.exp(others - mine + up));
    }
}
