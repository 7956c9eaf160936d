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
        /** What figures of several trials are. */
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
        TURNS(Emphasis.FAINT),

        // of a run's tables
        /** What a column counts, and why figures of it are missing. */
        COLUMNS(Emphasis.FAINT),
        /** What the column of ratios holds. */
        RATIOS(Emphasis.FAINT),
        WITHHELD_RATIOS(Emphasis.WARNING),

        // of a run
        /** Why its load ended early. */
        ABORTED(Emphasis.BAD),
        /** What its users do, and what its targets need. */
        SETTING(Emphasis.FAINT),
        TRANSFER(Emphasis.NONE),
        BOTTLENECKS(Emphasis.NONE),
        SKIPPED_VARIANTS(Emphasis.WARNING),
        /** Trials that failed, were stopped or never began. */
        UNFINISHED(Emphasis.BAD),
        /** What figures of several processes lack. */
        PROCESSES(Emphasis.WARNING),
        HANGS(Emphasis.BAD),
        FAILURES(Emphasis.BAD),
        /** Steps around the load or its users that failed. */
        SETUP(Emphasis.WARNING),
        RESENT(Emphasis.NONE),
        /** What CPU and memory targets could use. */
        RESOURCES(Emphasis.NONE),
        POOLS(Emphasis.WARNING),
        EXPECTED_FAILURES(Emphasis.NONE),
        /** Failures were expected, and none was seen. */
        MISSING_FAILURES(Emphasis.WARNING),
        REPEATS(Emphasis.WARNING),
        /** Variants whose requests do different things. */
        WORK(Emphasis.WARNING),
        /** Why trials cannot be trusted. */
        FINDINGS(Emphasis.WARNING),
        SHORT_LEVELS(Emphasis.WARNING),
        SATURATION(Emphasis.NONE),
        PREDICTIONS(Emphasis.NONE),
        WARM_UPS(Emphasis.NONE),
        /** That Little's law holds. */
        KEPT_LAW(Emphasis.NONE),
        /** How users spent their time. */
        LEDGERS(Emphasis.NONE),
        STARTS(Emphasis.NONE),

        // of a scenario's limits
        BROKEN_LIMIT(Emphasis.BAD),
        UNDECIDED_LIMIT(Emphasis.WARNING),
        KEPT_LIMITS(Emphasis.NONE);

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
