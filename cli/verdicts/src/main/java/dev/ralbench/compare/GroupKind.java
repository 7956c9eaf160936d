package dev.ralbench.compare;

/** The possible uses of a group of results. */
public enum GroupKind {
    /** Every run measured the same variants, so they are compared block by block. */
    PAIRED,
    /** Runs of one variant each on one machine: variants next to each other, or one over time. */
    SEPARATE,
    /** One run of one variant, which nothing else can be held against. */
    ALONE,
}
