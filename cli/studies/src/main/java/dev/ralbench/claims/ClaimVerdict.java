package dev.ralbench.claims;

/** What is said of a claim, or of one of its tests. */
public enum ClaimVerdict {
    REPRODUCED("reproduced"),
    NOT_REPRODUCED("not reproduced"),
    /** What was measured is so close to the border of what is expected that another run may be on its other side. */
    NOT_TOLD_APART("not told apart"),
    /** A figure of the same study refutes it, regardless of measurements here. */
    CONTRADICTED_BY_ITS_SOURCE("contradicted"),
    NOT_MEASURED_HERE("not measured");

    private final String word;

    ClaimVerdict(String word) {
        this.word = word;
    }

    /** The verdict as tables print it. */
    public String word() {
        return word;
    }
}
