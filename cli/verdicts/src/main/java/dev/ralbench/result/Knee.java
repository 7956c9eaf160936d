package dev.ralbench.result;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.result.Slo.Judgement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a target kept to an objective while users were added level by level. A single missed level is blamed on the
 * machine if the next one is kept; a miss at the last level always counts.
 *
 * @param kept the last level shown to keep to the objective before the target began to miss it; empty if none is
 * @param unclear the first level after that, before the target began to miss the objective, that is not shown to keep
 *     to it; empty if there is none
 * @param missed the level at which it began to, and did so at the next one again; empty if it never did
 * @param estimate about how many users the target can take: where what was measured crosses the limit, between the
 *     levels kept and missed; empty without both
 */
public record Knee(
        Optional<LevelHolds> kept, Optional<LevelHolds> unclear, Optional<LevelHolds> missed, OptionalDouble estimate) {
    private static final Slo.Risk RISK = Slo.Risk.OF_TWO_LOOKS;
    /** A share of 0 is far below each limit, and how far does not matter. */
    private static final double LEAST_RATIO = 1e-3;

    /**
     * That of one search. Levels that were held after the target had been overloaded, which is to say after it had begun
     * to miss the objective, count only if it had recovered: if it did not miss it at the first of them, which it had kept
     * before.
     *
     * @param search with one level at least
     */
    public static Knee of(Measurement search, Slo slo) {
        return of(LevelHolds.of(counted(search, slo), search.series()), slo);
    }

    /** The windows that count, in their order. */
    public static List<WindowMeasurement> counted(Measurement search, Slo slo) {
        var windows = search.levels().toList();
        int climbed = 1;
        while (climbed < windows.size()
                && windows.get(climbed).usersTo() > windows.get(climbed - 1).usersTo()) {
            climbed++;
        }
        var climb = windows.subList(0, climbed).stream()
                .map(window -> slo.judge(LevelHolds.of(window, search.series()), RISK))
                .toList();
        boolean hasRecovered = climbed == windows.size()
                || firstOfTwoMissed(climb) == climbed
                || slo.judge(LevelHolds.of(windows.get(climbed), search.series()), RISK) != Judgement.MISSED;
        return hasRecovered ? windows : windows.subList(0, climbed);
    }

    /**
     * That of some levels.
     *
     * @param levels with ever more users
     */
    static Knee of(List<LevelHolds> levels, Slo slo) {
        var judged = levels.stream().map(level -> slo.judge(level, RISK)).toList();
        int missed = firstOfTwoMissed(judged);
        int kept = judged.subList(0, missed).lastIndexOf(Judgement.MET);
        return new Knee(
                levels.stream().skip(Math.max(0, kept)).findFirst().filter(level -> kept >= 0),
                levels.subList(kept + 1, missed).stream().findFirst(),
                levels.stream().skip(missed).findFirst(),
                kept >= 0 && missed < levels.size()
                        ? OptionalDouble.of(crossing(levels.subList(kept, missed + 1), slo))
                        : OptionalDouble.empty());
    }

    /** The number of levels if there are no such two. */
    private static int firstOfTwoMissed(List<Judgement> judged) {
        int last = judged.size() - 1;
        for (int i = 0; i <= last; i++) {
            if (judged.get(i) == Judgement.MISSED && judged.get(Math.min(i + 1, last)) == Judgement.MISSED) {
                return i;
            }
        }
        return judged.size();
    }

    /**
     * Where the worst of the measured values crosses its limit, by a straight line between the logarithms of users and
     * values. Values that do not rise from level to level are replaced by their mean (isotonic regression, Ayer et al.
     * 1955).
     *
     * @param levels from the last one kept to the first one missed, at least two
     */
    private static double crossing(List<LevelHolds> levels, Slo slo) {
        double[] users =
                levels.stream().mapToDouble(level -> Math.log(level.users())).toArray();
        double[] values = rising(
                levels.stream().mapToDouble(level -> distance(level, slo)).toArray());
        int last = values.length - 1;
        if (values[0] >= 0) {
            return Math.exp(users[0]);
        }
        for (int i = 1; i <= last; i++) {
            if (values[i] >= 0) {
                double part = -values[i - 1] / (values[i] - values[i - 1]);
                return Math.exp(users[i - 1] + part * (users[i] - users[i - 1]));
            }
        }
        return Math.exp(users[last]);
    }

    private static double[] rising(double... values) {
        double[] rising = values.clone();
        int[] weights = new int[values.length];
        int blocks = 0;
        for (double value : values) {
            rising[blocks] = value;
            weights[blocks] = 1;
            blocks++;
            while (blocks > 1 && rising[blocks - 2] > rising[blocks - 1]) {
                int both = weights[blocks - 2] + weights[blocks - 1];
                rising[blocks - 2] =
                        (rising[blocks - 2] * weights[blocks - 2] + rising[blocks - 1] * weights[blocks - 1]) / both;
                weights[blocks - 2] = both;
                blocks--;
            }
        }
        double[] all = new double[values.length];
        int at = 0;
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < weights[block]; i++) {
                all[at++] = rising[block];
            }
        }
        return all;
    }

    /** The logarithm of the worst value over its limit. */
    private static double distance(LevelHolds level, Slo slo) {
        if (level.successful().count() == 0) {
            return -Math.log(LEAST_RATIO);
        }
        return slo.readings(level, RISK).stream()
                .filter(reading -> reading.value().isPresent()
                        || reading.beyond().isPresent()
                        || reading.judgement() == Judgement.MISSED) // others show nothing
                .map(Knee::ratio)
                .map(ratio -> Math.log(Math.clamp(ratio, LEAST_RATIO, 1 / LEAST_RATIO)))
                .max(Comparator.naturalOrder())
                .orElse(0.0);
    }

    private static double ratio(Slo.Reading reading) {
        return reading.beyond()
                .map(beyond -> (double) beyond.count() / beyond.of() / beyond.mostShare())
                .orElseGet(() -> ofLimit(reading.limit(), reading.value()));
    }

    private static double ofLimit(MetricLimit limit, OptionalDouble value) {
        if (value.isEmpty()) {
            return 1 / LEAST_RATIO;
        }
        double ratio = limit.value() > 0 ? value.getAsDouble() / limit.value() : 1;
        return limit.holds(value.getAsDouble()) ? Math.min(1, ratio) : Math.max(1, ratio);
    }

    /** The most users with whom the target is shown to keep to the objective; 0 if there are none. */
    public int users() {
        return kept.map(LevelHolds::users).orElse(0);
    }

    /** The fewest users with whom it is shown to miss it; infinite if none are. */
    public double fewestMissed() {
        return missed.map(level -> (double) level.users()).orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether the target missed the objective from the first level on. */
    public boolean isMissedFromTheStart() {
        return kept.isEmpty() && unclear.isEmpty() && missed.isPresent();
    }
}
