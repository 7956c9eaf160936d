package dev.ralbench.metric;

/** What several trials of a variant have for the figure of one metric. */
public enum OverTrials {
    /**
     * That of all trials' requests together, as if they were one window: of percentiles, which cannot be averaged, and of
     * failures, which must not vanish in a median.
     */
    MERGED,
    /** The median of the trials' own figures: of rates, peaks and costs. */
    TYPICAL_TRIAL,
}
