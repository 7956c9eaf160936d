package dev.ralbench.result;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Slo.Judgement;
import java.util.List;
import java.util.Optional;

/**
 * How far a target kept to an objective while users were added level by level. A single missed level is blamed on the
 * machine if the next one is kept; a miss at the last level always counts.
 *
 * @param kept the last level shown to keep to the objective before the target began to miss it; empty if none is
 * @param unclear the first level after that, before the target began to miss the objective, that is not shown to keep
 *     to it; empty if there is none
 * @param missed the level at which it began to, and did so at the next one again; empty if it never did
 */
public record Knee(
        Optional<WindowMeasurement> kept, Optional<WindowMeasurement> unclear, Optional<WindowMeasurement> missed) {

    /**
     * That of one search.
     *
     * @param levels with ever more users
     */
    public static Knee of(List<WindowMeasurement> levels, Slo slo) {
        var judged = levels.stream().map(slo::judge).toList();
        int missed = firstOfTwoMissed(judged);
        int kept = judged.subList(0, missed).lastIndexOf(Judgement.MET);
        return new Knee(
                levels.stream().skip(Math.max(0, kept)).findFirst().filter(level -> kept >= 0),
                levels.subList(kept + 1, missed).stream().findFirst(),
                levels.stream().skip(missed).findFirst());
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

    /** The most users with whom the target is shown to keep to the objective; 0 if there are none. */
    public int users() {
        return kept.map(WindowMeasurement::usersTo).orElse(0);
    }

    /** Whether the target missed the objective from the first level on. */
    public boolean isMissedFromTheStart() {
        return kept.isEmpty() && unclear.isEmpty() && missed.isPresent();
    }
}
