package dev.ralbench.compare;

/**
 * The vocabulary of all reports for a metric or a limit. Significance accounts for all simultaneous tests: the other
 * rules of a gate, or the other cells of a table.
 */
public enum Verdict {
    /** Significantly worse. */
    WORSE("worse"),
    /** Significantly worse, shown to be within the tolerated harm. */
    SLIGHTLY_WORSE("worse by < %s"),
    /** Significantly better. */
    BETTER("better"),
    /** Shown to be worse by less than tolerated, if at all. */
    NO_WORSE("no worse than %s"),
    /** The blocks show neither a change nor its absence. */
    INCONCLUSIVE("inconclusive"),
    /** A limit that is kept. */
    MET("met"),
    /** A limit that is not kept. */
    BROKEN("broken"),
    /** No verdict: there is nothing to compare, there are too few blocks, or the metric has no better or worse. */
    NONE("");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /**
     * The verdict in words; empty if nothing is judged.
     *
     * @param tolerated such as {@code 5 %}
     */
    public String words(String tolerated) {
        return words.replace("%s", tolerated);
    }
}
