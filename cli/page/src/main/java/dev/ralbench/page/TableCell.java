package dev.ralbench.page;

/** One field of a table. */
public record TableCell(String text, Emphasis emphasis) {
    /** Shown if there is no value. */
    public static final TableCell MISSING = new TableCell("–", Emphasis.FAINT);

    public static TableCell of(String text) {
        return new TableCell(text, Emphasis.NONE);
    }
}
