package dev.ralbench.dependency.sql;

import dev.ralbench.dependency.declared.DeclaredSql;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a script, split at semicolons outside of quotes and comments. There is no DELIMITER: it belongs to
 * one client, not to SQL.
 */
public record SqlScript(String name, List<Statement> statements) {
    public SqlScript {
        statements = List.copyOf(statements);
    }

    /**
     * One of them.
     *
     * @param line of the file in which it begins, from 1
     * @param text without comments before it
     */
    public record Statement(int line, String text) {
        public String firstLine() {
            return text.lines().findFirst().orElse("").strip();
        }
    }

    public static SqlScript parse(DeclaredSql.Script script, SqlSyntax syntax) {
        return new SqlScript(script.name(), new Splitter(script.text(), syntax).split());
    }

    /** Goes through the text once. */
    private static final class Splitter {
        private final String text;
        private final SqlSyntax syntax;
        private final List<Statement> statements = new ArrayList<>();
        private int at;
        /** Index at which the statement begins; -1 before its first character. */
        private int begin = -1;

        Splitter(String text, SqlSyntax syntax) {
            this.text = text;
            this.syntax = syntax;
        }

        List<Statement> split() {
            while (at < text.length()) {
                char c = text.charAt(at);
                var afterComment = syntax.afterComment(text, at);
                if (c == ';') {
                    end();
                    at++;
                } else if (afterComment.isPresent()) {
                    at = afterComment.getAsInt();
                } else {
                    if (begin < 0 && !Character.isWhitespace(c)) {
                        begin = at;
                    }
                    at = syntax.afterQuoted(text, at).orElse(at + 1);
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
    }
}
