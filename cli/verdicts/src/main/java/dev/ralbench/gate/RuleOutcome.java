package dev.ralbench.gate;

public enum RuleOutcome {
    PASS("pass"),
    FAIL("FAIL"),
    /** Neither is shown with the blocks that there are. */
    INCONCLUSIVE("inconclusive"),
    /** The rule would have failed, but an acceptance says that the change is known and wanted. */
    ACCEPTED("accepted"),
    /** Base and head were not measured together, so chance cannot be told from a change: never a pass. */
    NOT_JUDGED("not judged"),
    /** The user ran without a base, so the rule does not count for the decision. */
    NO_BASE("no base"),
    /** The metric has no values: never a pass. */
    NO_DATA("no data");

    private final String words;

    RuleOutcome(String words) {
        this.words = words;
    }

    /** The outcome in words, the same in every report. */
    public String words() {
        return words;
    }
}
