package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlDialect;
import dev.ralbench.dependency.sql.SqlSyntax;
import dev.ralbench.dependency.sql.TableFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The tables of PostgreSQL: those of the schema public by their names, others with their schema's before a dot. */
final class PostgresDialect implements SqlDialect {
    private static final String PUBLIC = "public";

    /** Neither those of the system nor those of extensions. */
    private static final String TABLES = """
            SELECT CASE namespace.nspname WHEN 'public' THEN '' ELSE namespace.nspname || '.' END || class.relname
            FROM pg_catalog.pg_class AS class
            JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = class.relnamespace
            WHERE class.relkind IN ('r', 'p') AND class.relpersistence <> 't'
              AND namespace.nspname <> 'information_schema' AND namespace.nspname NOT LIKE 'pg\\_%'
              AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_depend AS dependence
                WHERE dependence.classid = 'pg_catalog.pg_class'::regclass
                  AND dependence.objid = class.oid AND dependence.deptype = 'e')""";

    /** The settings with which rows become text. */
    private static final String TEXT_SETTINGS =
            "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres';"
                    + " SET bytea_output = 'hex'; SET extra_float_digits = 1";

    @Override
    public SqlSyntax syntax() {
        return new Syntax();
    }

    /** A name as it stands in SQL. */
    static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String table(String database, String name) {
        int dot = name.indexOf('.');
        return dot < 0
                ? PUBLIC + "." + quoted(name)
                : quoted(name.substring(0, dot)) + "." + quoted(name.substring(dot + 1));
    }

    /** The tables of the database that the connection is open to. */
    @Override
    public List<String> tables(Connection connection, String database) throws SQLException {
        return Sql.texts(connection, TABLES);
    }

    @Override
    public TableFigures figures(Connection connection, String database, String table) throws SQLException {
        Sql.execute(connection, TEXT_SETTINGS);
        return TableFigures.ask(connection, query(table(database, table)));
    }

    /** A row as text has commas between columns, quotes around a column with one, nothing for NULL. */
    private static String query(String table) {
        return """
                SELECT count(*), coalesce(bit_xor(hash), 0), coalesce(sum(hash), 0) %% 4294967296
                FROM (
                  SELECT ('x' || left(md5(ralbench_row::text), 8))::bit(32)::bigint AS hash
                  FROM %s AS ralbench_row) AS hashes""".formatted(table);
    }

    /** Scripts of PostgreSQL, without the commands of psql. */
    private static final class Syntax implements SqlSyntax {
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
                    : OptionalInt.of(
                            SqlSyntax.after(text, text.substring(at, behindTag.getAsInt()), behindTag.getAsInt()));
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
}
