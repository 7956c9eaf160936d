package dev.ralbench.reference;

/** A claim's subject. */
public enum ClaimKind {
    /** Waves, caps, threads, ratios: the same on every machine. */
    STRUCTURE,
    /** Speed in absolute figures: another one on another machine. */
    FIGURE,
}
