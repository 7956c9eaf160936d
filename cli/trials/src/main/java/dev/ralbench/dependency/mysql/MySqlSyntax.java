package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.sql.SqlSyntax;
import java.util.OptionalInt;

/** Scripts of MySQL. There is no DELIMITER: it belongs to one client, not to SQL. */
final class MySqlSyntax implements SqlSyntax {
    @Override
    public OptionalInt afterComment(String text, int at) {
        if (isLineComment(text, at)) {
            return OptionalInt.of(SqlSyntax.after(text, "\n", at));
        }
        return text.startsWith("/*", at) && !text.startsWith("/*!", at)
                ? OptionalInt.of(SqlSyntax.after(text, "*/", at + 2))
                : OptionalInt.empty();
    }

    /** Two dashes begin a comment only before white space: {@code 1--1} is a difference. */
    private static boolean isLineComment(String text, int at) {
        if (text.charAt(at) == '#') {
            return true;
        }
        return text.startsWith("--", at) && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2)));
    }

    @Override
    public OptionalInt afterQuoted(String text, int at) {
        return switch (text.charAt(at)) {
            case '\'', '"' -> OptionalInt.of(SqlSyntax.afterQuote(text, at, true));
            case '`' -> OptionalInt.of(SqlSyntax.afterQuote(text, at, false));
            default -> OptionalInt.empty();
        };
    }
}
