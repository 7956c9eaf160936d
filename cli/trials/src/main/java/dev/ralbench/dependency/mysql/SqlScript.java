package dev.ralbench.dependency.mysql;

import dev.ralbench.need.MySqlNeed;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a script, split at semicolons outside of quotes and comments. There is no DELIMITER: it belongs to
 * one client, not to SQL.
 */
record SqlScript(String name, List<Statement> statements) {
    SqlScript {
        statements = List.copyOf(statements);
    }

    /**
     * One of them.
     *
     * @param line of the file in which it begins, from 1
     * @param text without comments before it
     */
    record Statement(int line, String text) {
        String firstLine() {
            return text.lines().findFirst().orElse("").strip();
        }
    }

    static SqlScript parse(MySqlNeed.Script script) {
        return new SqlScript(script.name(), new Splitter(script.text()).split());
    }

    /** Goes through the text once. */
    private static final class Splitter {
        private final String text;
        private final List<Statement> statements = new ArrayList<>();
        private int at;
        /** Where the statement begins; -1 before its first character. */
        private int begin = -1;

        Splitter(String text) {
            this.text = text;
        }

        List<Statement> split() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == ';') {
                    end();
                    at++;
                } else if (isLineComment()) {
                    at = after("\n", at);
                } else if (text.startsWith("/*", at) && !text.startsWith("/*!", at)) {
                    at = after("*/", at + 2);
                } else {
                    if (begin < 0 && !Character.isWhitespace(c)) {
                        begin = at;
                    }
                    at = c == '\'' || c == '"' || c == '`' ? afterQuote(c) : at + 1;
                }
            }
            end();
            return statements;
        }

        private void end() {
            if (begin >= 0) {
                int line = 1
                        + Math.toIntExact(text.substring(0, begin)
                                .chars()
                                .filter(c -> c == '\n')
                                .count());
                statements.add(new Statement(line, text.substring(begin, at).strip()));
            }
            begin = -1;
        }

        /** Two dashes begin a comment only before white space: {@code 1--1} is a difference. */
        private boolean isLineComment() {
            if (text.charAt(at) == '#') {
                return true;
            }
            return text.startsWith("--", at)
                    && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2)));
        }

        private int after(String end, int from) {
            int found = text.indexOf(end, from);
            return found < 0 ? text.length() : found + end.length();
        }

        /** A doubled quote is two quoted texts side by side; a backslash takes the next character's meaning, not in names. */
        private int afterQuote(char quote) {
            int next = at + 1;
            while (next < text.length() && text.charAt(next) != quote) {
                next += text.charAt(next) == '\\' && quote != '`' ? 2 : 1;
            }
            return Math.min(next + 1, text.length());
        }
    }
}
