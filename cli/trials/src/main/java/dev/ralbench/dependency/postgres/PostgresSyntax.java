package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.sql.SqlSyntax;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Scripts of PostgreSQL, without the commands of psql. */
final class PostgresSyntax implements SqlSyntax {
    /** The delimiter of text between dollars; a dollar within a name begins nothing. */
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

    /** pg_dump writes these lines to keep psql from running the data. They are skipped like comments. */
    private static final Pattern RESTRICTION = Pattern.compile("\\\\(?:un)?restrict\\b[^\n]*");

    @Override
    public OptionalInt afterComment(String text, int at) {
        if (text.startsWith("--", at)) {
            return OptionalInt.of(SqlSyntax.after(text, "\n", at));
        }
        if (text.startsWith("/*", at)) {
            return OptionalInt.of(afterNested(text, at));
        }
        return behind(RESTRICTION, text, at);
    }

    /** Unlike in C, comments may stand within others. */
    private static int afterNested(String text, int at) {
        int depth = 0;
        int next = at;
        while (next < text.length()) {
            if (text.startsWith("/*", next)) {
                depth++;
                next += 2;
            } else if (text.startsWith("*/", next)) {
                depth--;
                next += 2;
            } else {
                next++;
            }
            if (depth == 0) {
                return next;
            }
        }
        return text.length();
    }

    @Override
    public OptionalInt afterQuoted(String text, int at) {
        return switch (text.charAt(at)) {
            case '\'' -> OptionalInt.of(SqlSyntax.afterQuote(text, at, hasEscapes(text, at)));
            case '"' -> OptionalInt.of(SqlSyntax.afterQuote(text, at, false));
            case '$' -> afterDollars(text, at);
            default -> OptionalInt.empty();
        };
    }

    /** A backslash has a meaning in {@code E'...'} alone. */
    private static boolean hasEscapes(String text, int at) {
        boolean isMarked = at > 0 && Character.toLowerCase(text.charAt(at - 1)) == 'e';
        return isMarked && !isInName(text, at - 1);
    }

    private static OptionalInt afterDollars(String text, int at) {
        if (isInName(text, at)) {
            return OptionalInt.empty();
        }
        var behindTag = behind(DOLLAR_QUOTE, text, at);
        return behindTag.isEmpty()
                ? behindTag
                : OptionalInt.of(SqlSyntax.after(text, text.substring(at, behindTag.getAsInt()), behindTag.getAsInt()));
    }

    /** Whether the character before the position belongs to a name. */
    private static boolean isInName(String text, int at) {
        return at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1));
    }

    private static OptionalInt behind(Pattern pattern, String text, int at) {
        var found = pattern.matcher(text).region(at, text.length());
        return found.lookingAt() ? OptionalInt.of(found.end()) : OptionalInt.empty();
    }
}
