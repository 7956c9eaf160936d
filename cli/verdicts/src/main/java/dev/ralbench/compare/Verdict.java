package dev.ralbench.compare;

/**
 * The words in which every report says what is shown of a metric or a limit. What is significant is so with everything
 * that was asked at the same time taken into account: the other rules of a gate, or the other cells of a table.
 */
public enum Verdict {
    /** Significantly worse. */
    WORSE("worse"),
    /** Significantly worse, and shown to be so by less than what is tolerated. */
    SLIGHTLY_WORSE("worse by < %s"),
    /** Significantly better. */
    BETTER("better"),
    /** Shown to be worse by less than what is tolerated, if at all. */
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
