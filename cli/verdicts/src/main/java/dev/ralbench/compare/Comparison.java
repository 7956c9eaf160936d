package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.PooledRuns;
import java.util.List;
import java.util.stream.Stream;

/**
 * Results laid side by side.
 *
 * @param kind how much can be said
 * @param runs that were compared, in the order of their start
 * @param baseline the variant that all others are compared with; {@link #NO_BASELINE} if there is none
 * @param variants the others, in the scenario's order
 * @param levels in the order in which they begin, without the whole run
 * @param blocks how many blocks have a usable trial of every variant
 * @param cells in the order of variants, levels and metrics
 * @param notes remarks that apply to all of it
 */
public record Comparison(
        ComparisonKind kind,
        List<RunResult> runs,
        String baseline,
        List<String> variants,
        List<Level> levels,
        int blocks,
        List<Cell> cells,
        List<ComparisonNote> notes) {
    public static final String NO_BASELINE = "";

    public Comparison {
        runs = List.copyOf(runs);
        variants = List.copyOf(variants);
        levels = List.copyOf(levels);
        cells = List.copyOf(cells);
        notes = List.copyOf(notes);
    }

    public Stream<ComparisonNote> notes(ComparisonNote.Kind kind) {
        return notes.stream().filter(note -> note.kind() == kind);
    }

    /** Whether there is anything that the variants are compared with. */
    public boolean hasBase() {
        return kind != ComparisonKind.NO_BASE;
    }

    /** The scope of an interval. */
    public enum Reach {
        /** The run that was measured; others may differ by more. */
        THIS_RUN,
        /** The runs that were measured. */
        THESE_RUNS,
        /** Further runs too: the spread between runs is in it. */
        RUNS,
    }

    public Reach reach() {
        if (runs.size() == 1) {
            return Reach.THIS_RUN;
        }
        return kind == ComparisonKind.PAIRED && runs.size() >= PooledRuns.FEWEST_RUNS ? Reach.RUNS : Reach.THESE_RUNS;
    }
}
