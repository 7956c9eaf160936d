package dev.ralbench.report;

import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import java.util.List;

/**
 * A remark in a report. Reports choose and place remarks by their kind, never by their words.
 *
 * @param text one or more clauses without a line end
 */
public record Note(Kind kind, String text) {
    public Note {
        text = text.replaceAll("\\s+", " ").strip();
    }

    /** What a remark is about, and how terminals show it. */
    public enum Kind {
        // of a comparison
        /** What has to be known before any figure is read. */
        BANNER(Emphasis.WARNING),
        /** What the values of the table are of several trials. */
        VALUES(Emphasis.FAINT),
        /** What the intervals of the table hold for. */
        INTERVALS(Emphasis.FAINT),
        /** The changes that would have been found. */
        DETECTABLE(Emphasis.NONE),
        /** Why a rule has its outcome. */
        RULE(Emphasis.NONE),
        OPPOSITE_MEDIANS(Emphasis.NONE),
        /** On some of the cells. */
        CELLS(Emphasis.FAINT),
        /** On the comparison as a whole. */
        COMPARISON(Emphasis.FAINT),
        /** On the decision of a gate. */
        GATE(Emphasis.FAINT),
        /** What turns cost and gained. */
        TURNS(Emphasis.FAINT);

        private final Emphasis emphasis;

        Kind(Emphasis emphasis) {
            this.emphasis = emphasis;
        }
    }

    /** Lines without line ends. */
    public List<String> lines(Page page) {
        return page.wrapped(kind.emphasis, text, 2);
    }
}
