package dev.ralbench.compare;

/**
 * A remark on a comparison as a whole.
 *
 * @param text a clause without a full stop
 */
public record ComparisonNote(Kind kind, String text) {
    /** What a remark is about: reports choose and place remarks by it. */
    public enum Kind {
        /** A fact in which results differ that were compared by force. */
        DIFFERENCE,
        /** A variant is the baseline's build once more, so that whatever is found is noise. */
        ONE_BUILD,
        /** A block that does not count, and why. */
        BLOCK_LEFT_OUT,
        /** Trials that count though they are suspect. */
        SUSPECT_TRIALS,
        /** A variant of the scenario that was not measured. */
        SKIPPED_VARIANT,
        /** A difference between what requests make variants do, which does not keep them from being compared. */
        WORK,
        /** Why no cell has a verdict. */
        TOO_FEW_BLOCKS,
    }

    static ComparisonNote of(Difference difference) {
        return new ComparisonNote(Kind.DIFFERENCE, "differs: " + difference);
    }

    /** The same of one of several results. */
    ComparisonNote of(ResultSource source) {
        return new ComparisonNote(kind, source.name() + ": " + text);
    }
}
