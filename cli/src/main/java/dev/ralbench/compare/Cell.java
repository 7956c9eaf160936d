package dev.ralbench.compare;

import dev.ralbench.measurement.Metric;
import java.util.List;
import java.util.Optional;

/**
 * One metric of one variant at one level, beside the baseline's.
 *
 * @param level as tables name it, such as {@code 1024} or {@code 10 warm}; {@link #WHOLE_RUN} for the whole run
 * @param variant the one compared with the baseline
 * @param change empty where there is nothing to take a difference of
 * @param notes why there is no change, or what to know about it
 */
public record Cell(
        Metric metric,
        String level,
        String variant,
        Side base,
        Side head,
        Optional<Change> change,
        Verdict verdict,
        List<String> notes) {
    /** The level of figures about the whole run. */
    public static final String WHOLE_RUN = "all";

    public Cell {
        notes = List.copyOf(notes);
    }

    /** A name that stays the same from run to run, such as {@code goodput@1024}. */
    public String id() {
        return metric.key() + "@" + level;
    }
}
