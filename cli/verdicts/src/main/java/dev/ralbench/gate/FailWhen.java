package dev.ralbench.gate;

/** The condition under which a noisy rule fails. */
public enum FailWhen {
    /** The change is significantly worse, and the estimate is at least the material margin. */
    SIGNIFICANT_AND_MATERIAL,
    /** The change is significantly worse, and the whole interval lies beyond the material margin. */
    BEYOND_MARGIN,
}
