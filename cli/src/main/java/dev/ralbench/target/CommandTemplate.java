package dev.ralbench.target;

import dev.ralbench.Failure;
import dev.ralbench.Nearest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Replaces {@code ${name}} in a shell command so that the value reaches the program unchanged, wherever the
 * placeholder stands: bare, within double quotes or within single quotes.
 */
final class CommandTemplate {
    /** Characters that mean nothing to a shell; a word of these alone is left unquoted, for a readable command line. */
    private static final String PLAIN_WORD = "[A-Za-z0-9_./:=+,@%-]+";

    private CommandTemplate() {}

    /** What a placeholder stands for. */
    @FunctionalInterface
    interface Value {
        /** The text to insert. {@code quote} is the quote that is open there, or a space. */
        String in(char quote);

        /** Words that the shell must pass on as they are. */
        static Value words(List<String> words) {
            return quote -> words.stream().map(word -> escape(word, quote)).collect(Collectors.joining(" "));
        }

        static Value word(String word) {
            return words(List.of(word));
        }

        /** Text that is shell syntax already. */
        static Value shellText(String text) {
            return quote -> text;
        }
    }

    /**
     * The command with all placeholders replaced.
     *
     * @param where the key that the command was read from, for the message
     */
    static String expand(String where, String command, Map<String, Value> values) {
        var expanded = new StringBuilder();
        char quote = ' ';
        int at = 0;
        while (at < command.length()) {
            if (command.startsWith("${", at)) {
                int end = command.indexOf('}', at);
                var name = command.substring(at + 2, end < 0 ? command.length() : end);
                expanded.append(value(where, name, values).in(quote));
                at += name.length() + 3;
            } else {
                char c = command.charAt(at);
                int length = c == '\\' && quote != '\'' && at + 1 < command.length() ? 2 : 1;
                expanded.append(command, at, at + length);
                quote = length == 1 ? quoteAfter(c, quote) : quote;
                at += length;
            }
        }
        return expanded.toString();
    }

    /** The quote that is open after a character, where {@code open} was before it; a space means none. */
    static char quoteAfter(char c, char open) {
        boolean isQuote = c == '"' || c == '\'';
        if (!isQuote) {
            return open;
        }
        if (open == ' ') {
            return c;
        }
        return open == c ? ' ' : open;
    }

    private static Value value(String where, String name, Map<String, Value> values) {
        var value = values.get(name);
        if (value == null) {
            var known = values.keySet().stream().sorted().toList();
            throw Failure.usage(
                    where + ": unknown placeholder ${" + name + "}",
                    "braces are for ralbench's own placeholders",
                    Nearest.hint(name, known) + "; a variable of the shell is written without braces, as $HOME");
        }
        return value;
    }

    private static String escape(String word, char quote) {
        return switch (quote) {
            case '"' -> word.replaceAll("([\\\\\"$`])", "\\\\$1");
            case '\'' -> word.replace("'", "'\\''");
            default -> word.matches(PLAIN_WORD) ? word : "'" + word.replace("'", "'\\''") + "'";
        };
    }
}
