package dev.ralbench.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page of output.
 *
 * @param width columns of the terminal, at most {@value #WIDEST} of which are used
 */
public record Page(int width, Glyphs signs, Style style) {
    /** Wider lines are hard to read and do not fit into a README. */
    public static final int WIDEST = 100;

    private static final int NARROWEST = 40;

    /** A longer horizontal rule is no easier to see. */
    private static final int WIDEST_RULE = 80;

    /** Where a line may break: not before a digit or a per cent sign, because numbers contain spaces. */
    private static final String BREAK = " (?![0-9%])";

    public Page {
        width = Math.clamp(width, NARROWEST, WIDEST);
    }

    /** A page without colour. */
    public static Page plain(int width) {
        return new Page(width, Glyphs.UNICODE, Style.PLAIN);
    }

    /** A copy of this page with other glyphs. */
    public Page with(Glyphs others) {
        return new Page(width, others, style);
    }

    /** A line, shortened if it does not fit. */
    public String line(Emphasis emphasis, String text) {
        return style.apply(emphasis, signs.fitted(signs.spelled(text), width));
    }

    /** A horizontal rule that begins with a title. */
    public String rule(String title) {
        var begin = "── " + title + " ";
        return line(
                Emphasis.TITLE, begin + "─".repeat(Math.max(0, Math.min(width, WIDEST_RULE) - Glyphs.width(begin))));
    }

    /** Parts in one line with a dot between them, or in several lines of which all but the first are indented. */
    public List<String> joined(List<String> parts) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var part : parts) {
            var next = line.isEmpty() ? part : " · " + part;
            if (!line.isEmpty() && Glyphs.width(signs.spelled(line + next)) > width) {
                lines.add(line(Emphasis.NONE, line.toString()));
                line = new StringBuilder("  ");
                next = part;
            }
            line.append(next);
        }
        lines.add(line(Emphasis.NONE, line.toString()));
        return lines;
    }

    /** A text of several lines; breaks only lines that do not fit. Keeps list items and indentation. */
    public List<String> fitted(String text) {
        return text.lines()
                .flatMap(line -> Glyphs.width(line) <= width ? Stream.of(line) : folded(line).stream())
                .toList();
    }

    private List<String> folded(String line) {
        int indent = Math.min(line.length() - line.stripLeading().length(), width / 2);
        var lead = " ".repeat(indent);
        return broken(line, 2, width - indent).stream().map(part -> lead + part).toList();
    }

    /** A paragraph broken between words; lines after the first are indented by so many columns. */
    public List<String> wrapped(Emphasis emphasis, String text, int indent) {
        var lines = new ArrayList<>(broken(text, indent, width));
        lines.add(signs.fitted(lines.removeLast(), width));
        return lines.stream().map(line -> style.apply(emphasis, line)).toList();
    }

    /** A word that is longer than a line stays whole: it may be a path or a URL. */
    private List<String> broken(String text, int indent, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : signs.spelled(text.replaceAll("\\s+", " ").strip()).split(BREAK, -1)) {
            if (!line.isEmpty() && Glyphs.width(line.toString()) + 1 + Glyphs.width(word) > columns) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(indent)).append(word);
                continue;
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
