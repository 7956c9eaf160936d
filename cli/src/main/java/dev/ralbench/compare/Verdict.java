package dev.ralbench.compare;

/** What a comparison of two variants says about one metric. */
public enum Verdict {
    /** Significantly worse, and by no less than what is material. */
    REGRESSED,
    /** Significantly better, and by no less than what is material. */
    IMPROVED,
    /** Shown to differ by less than what is material. */
    UNCHANGED,
    /** Nothing of it is shown. */
    INCONCLUSIVE,
    /** Not judged: a metric that says nothing about better or worse, or one without values. */
    NONE,
}
