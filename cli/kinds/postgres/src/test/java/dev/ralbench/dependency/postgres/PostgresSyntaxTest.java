package dev.ralbench.dependency.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.sql.SqlScript;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresSyntaxTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'a;b'",
                "SELECT \"a;b\"",
                "SELECT 'it''s; fine'",
                "SELECT 'a backslash \\' , ';'",
                "SELECT E'a quote \\'; in it'",
                "SELECT name'a backslash \\' , ';'",
                "SELECT 1 -- a comment; with one\n + 1",
                "SELECT 1 --1; directly\n",
                "SELECT 1 /* a; b */ + 1",
                "SELECT 1 /* it's; /* within; */ another; */ + 1",
                "SELECT '{}'::jsonb #>> '{a;b}'",
                "DO $$ BEGIN PERFORM 1; END $$",
                "CREATE FUNCTION f() RETURNS int AS $body$ SELECT '$$;'; $body$ LANGUAGE sql",
                "SELECT a$b$c, ';$b$'",
                "SELECT $1 + $2",
            })
    void semicolonsWithinQuotesAndCommentsDoNotCount(String statement) {
        assertThat(texts(statement)).containsExactly(statement.strip());
        assertThat(texts(statement + "\n;SELECT 2")).containsExactly(statement.strip(), "SELECT 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT ';", "SELECT E'\\", "SELECT \";", "DO $$ ;", "DO $a$ ; $b$"})
    void aQuoteThatIsNotClosedGoesToTheEnd(String statement) {
        assertThat(texts(statement)).containsExactly(statement);
    }

    @Test
    void commentsAloneAreNoStatements() {
        assertThat(texts("-- one\n/* two; /* three; */ */\n--\n")).isEmpty();
        assertThat(texts("/* not /* closed */")).isEmpty();
    }

    @Test
    void whatPgDumpWritesForPsqlAloneIsLeftOut() {
        assertThat(texts("\\restrict aBc123\nSELECT 1;\n\\unrestrict aBc123\n")).containsExactly("SELECT 1");
    }

    private static List<String> texts(String script) {
        return SqlScript.parse(new DeclaredSql.Script("some.sql", script), new PostgresDialect().syntax())
                .statements()
                .stream()
                .map(SqlScript.Statement::text)
                .toList();
    }
}
