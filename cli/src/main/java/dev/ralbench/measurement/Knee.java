package dev.ralbench.measurement;

import java.util.List;
import java.util.Optional;

/**
 * How far a target kept to an objective while users were added level by level. One level that misses it is the machine's
 * where the next one does not; of the last level nobody can tell, so it counts.
 *
 * @param kept the last level before the target began to miss the objective; empty where it missed it at the first
 * @param missed the level at which it did, and at the next one again; empty where it never did
 */
public record Knee(Optional<WindowMeasurement> kept, Optional<WindowMeasurement> missed) {

    /**
     * That of one search.
     *
     * @param levels with ever more users
     */
    public static Knee of(List<WindowMeasurement> levels, Slo slo) {
        Optional<WindowMeasurement> kept = Optional.empty();
        for (int i = 0; i < levels.size(); i++) {
            var next = levels.get(Math.min(i + 1, levels.size() - 1));
            if (!slo.isMetBy(levels.get(i)) && !slo.isMetBy(next)) {
                return new Knee(kept, Optional.of(levels.get(i)));
            }
            kept = Optional.of(levels.get(i));
        }
        return new Knee(kept, Optional.empty());
    }

    /** The most users with whom the target kept to the objective; 0 where the first level had too many. */
    public int users() {
        return kept.map(WindowMeasurement::usersTo).orElse(0);
    }
}
