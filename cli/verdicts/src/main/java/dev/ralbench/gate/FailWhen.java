package dev.ralbench.gate;

/** What makes a noisy rule fail. */
public enum FailWhen {
    /** Significantly worse, and the estimate no less than what is material. */
    SIGNIFICANT_AND_MATERIAL,
    /** Significantly worse, and the whole interval beyond what is material. */
    BEYOND_MARGIN,
}
