package dev.ralbench.process;

import java.util.ArrayList;
import java.util.List;

/** Quoting for a POSIX shell, so that a word reaches a program unchanged. */
public final class ShellWords {
    /** Characters that mean nothing to a shell; a word of these alone is left as it is, for a readable command line. */
    private static final String PLAIN_WORD = "[A-Za-z0-9_./:=+,@%-]+";

    private ShellWords() {}

    /** The word as it is typed if no quote is open. */
    public static String quoted(String word) {
        return word.matches(PLAIN_WORD) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The words of a line as a shell splits it: at blanks, with quotes and backslashes, and nothing else of a shell. */
    public static List<String> split(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean isWord = false;
        char quote = ' ';
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            char after = quoteAfter(c, quote);
            if (c == '\\' && quote != '\'' && at + 1 < line.length()) {
                word.append(line.charAt(++at));
                isWord = true;
            } else if (after != quote) {
                quote = after;
                isWord = true;
            } else if (quote == ' ' && Character.isWhitespace(c)) {
                if (isWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                isWord = false;
            } else {
                word.append(c);
                isWord = true;
            }
        }
        if (isWord) {
            words.add(word.toString());
        }
        return words;
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

    /** The quote that is open after a character if {@code open} was before it; a space means none. */
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
