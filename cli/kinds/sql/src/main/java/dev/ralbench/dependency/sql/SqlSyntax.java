package dev.ralbench.dependency.sql;

import java.util.OptionalInt;

/** Finds text in which semicolons end no statement. Positions are indices; unclosed text ends at the end. */
public interface SqlSyntax {
    /** Behind the comment that begins at a position; empty if none does. */
    OptionalInt afterComment(String text, int at);

    /** Behind the quoted text or name that begins at a position; empty if none does. */
    OptionalInt afterQuoted(String text, int at);

    /** Behind the next occurrence of an ending. */
    static int after(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    /**
     * Behind a text between two equal quotes. A quote within it is written twice, which reads like two texts side by side.
     *
     * @param hasEscapes whether a backslash takes the next character's meaning
     */
    static int afterQuote(String text, int at, boolean hasEscapes) {
        char quote = text.charAt(at);
        int next = at + 1;
        while (next < text.length() && text.charAt(next) != quote) {
            next += text.charAt(next) == '\\' && hasEscapes ? 2 : 1;
        }
        return Math.min(next + 1, text.length());
    }
}
