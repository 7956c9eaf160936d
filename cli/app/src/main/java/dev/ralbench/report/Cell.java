package dev.ralbench.report;

/** One field of a table. */
record Cell(String text, Emphasis emphasis) {
    /** What stands where there is no value. */
    static final Cell MISSING = new Cell("–", Emphasis.FAINT);

    static Cell of(String text) {
        return new Cell(text, Emphasis.NONE);
    }
}
