package dev.ralbench.compare;

/** How much a comparison can say. */
public enum ComparisonKind {
    /** Variants of the same runs, paired by block: full verdicts. */
    PAIRED,
    /** Variants of different runs on equal machines: description, no verdicts. */
    HISTORICAL,
    /** Results that are not comparable, by the user's wish: a table and nothing else. */
    FORCED,
    /** One variant of one run by itself: figures that limits can be judged by. */
    NO_BASE,
}
