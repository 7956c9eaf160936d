package dev.ralbench.page;

import dev.ralbench.Printable;
import java.util.Map;

/** Which signs may be printed: the few beyond ASCII that make a table easier to read, or their plain substitutes. */
public enum Glyphs {
    UNICODE,
    ASCII;

    private static final Map<Integer, String> PLAIN = Map.ofEntries(
            Map.entry((int) '·', "|"),
            Map.entry((int) '→', "->"),
            Map.entry((int) '–', "-"),
            Map.entry((int) '—', "-"),
            Map.entry((int) '−', "-"),
            Map.entry((int) '…', "~"),
            Map.entry((int) '×', "x"),
            Map.entry((int) '±', "+-"),
            Map.entry((int) 'µ', "u"),
            Map.entry((int) '≥', ">="),
            Map.entry((int) '≤', "<="),
            Map.entry((int) '─', "-"),
            Map.entry((int) '▁', "."),
            Map.entry((int) '▂', ":"),
            Map.entry((int) '▃', "-"),
            Map.entry((int) '▄', "="),
            Map.entry((int) '▅', "+"),
            Map.entry((int) '▆', "*"),
            Map.entry((int) '▇', "%"),
            Map.entry((int) '█', "#"),
            Map.entry((int) '░', "."));

    /** The text as it may be printed. Control characters never may: names and logs come from outside. */
    public String spelled(String text) {
        var spelled = new StringBuilder(text.length());
        text.codePoints().forEach(sign -> spelled.append(spelled(sign)));
        return spelled.toString();
    }

    private String spelled(int sign) {
        if (Printable.isHidden(sign)) {
            return "?";
        }
        return this == UNICODE || sign < 0x80 ? Character.toString(sign) : PLAIN.getOrDefault(sign, "?");
    }

    /** Shortened to at most so many columns, with a sign for what is missing. */
    public String fitted(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        int kept = text.offsetByCodePoints(0, Math.max(0, width - 1));
        return text.substring(0, kept) + spelled("…");
    }

    /** Columns that a text takes on a terminal; every sign that is printed here is one wide. */
    public static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
