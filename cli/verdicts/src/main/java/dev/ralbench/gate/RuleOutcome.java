package dev.ralbench.gate;

/** What a rule decides. */
public enum RuleOutcome {
    PASS("pass"),
    FAIL("FAIL"),
    /** Neither is shown with the blocks that there are. */
    INCONCLUSIVE("inconclusive"),
    /** It would have failed, but the change is a known and wanted one. */
    ACCEPTED("accepted"),
    /** Base and head were not measured together, so chance cannot be told from a change: never a pass. */
    NOT_JUDGED("not judged"),
    /** There is no base, and the user said so: no part of what is decided. */
    NO_BASE("no base"),
    /** The metric has no values: never a pass. */
    NO_DATA("no data");

    private final String words;

    RuleOutcome(String words) {
        this.words = words;
    }

    /** As people read it in every report. */
    public String words() {
        return words;
    }
}
