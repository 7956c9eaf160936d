package dev.ralbench.process;

/** Quoting for a POSIX shell, so that a word reaches a program unchanged. */
public final class ShellWords {
    /** Characters that mean nothing to a shell; a word of these alone is left as it is, for a readable command line. */
    private static final String PLAIN_WORD = "[A-Za-z0-9_./:=+,@%-]+";

    private ShellWords() {}

    /** The word as it is typed where no quote is open. */
    public static String quoted(String word) {
        return word.matches(PLAIN_WORD) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * The word as it is typed within a quote.
     *
     * @param quote the quote that is open there, or a space for none
     */
    public static String within(char quote, String word) {
        return switch (quote) {
            case '"' -> word.replaceAll("([\\\\\"$`])", "\\\\$1");
            case '\'' -> word.replace("'", "'\\''");
            default -> quoted(word);
        };
    }

    /** The quote that is open after a character, where {@code open} was before it; a space means none. */
    public static char quoteAfter(char c, char open) {
        boolean isQuote = c == '"' || c == '\'';
        if (!isQuote) {
            return open;
        }
        if (open == ' ') {
            return c;
        }
        return open == c ? ' ' : open;
    }
}
