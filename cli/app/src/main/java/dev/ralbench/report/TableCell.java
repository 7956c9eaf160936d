package dev.ralbench.report;

/** One field of a table. */
record TableCell(String text, Emphasis emphasis) {
    /** What stands where there is no value. */
    static final TableCell MISSING = new TableCell("–", Emphasis.FAINT);

    static TableCell of(String text) {
        return new TableCell(text, Emphasis.NONE);
    }
}
