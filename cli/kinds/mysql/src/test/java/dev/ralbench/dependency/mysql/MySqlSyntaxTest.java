package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.Study;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.sql.SqlScript;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlSyntaxTest {
    @Test
    void statementsEndAtSemicolonsAndTheLastOneNeedsNone() {
        assertThat(texts("SELECT 1;\nSELECT 2;;\n ; SELECT 3")).containsExactly("SELECT 1", "SELECT 2", "SELECT 3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'a;b'",
                "SELECT \"a;b\"",
                "SELECT `a;b` FROM t",
                "SELECT 'it''s; fine'",
                "SELECT 'a backslash \\'; in it'",
                "SELECT `a backslash \\` , ';'",
                "SELECT 1 -- a comment; with one\n + 1",
                "SELECT 1 # a comment; with one\n + 1",
                "SELECT 1 /* a; b */ + 1",
                "SELECT 1 /* it's; not a text */ + 1",
                "/*! SET x = 'a;b' */",
                "SELECT 1--1, ';'",
            })
    void semicolonsWithinQuotesAndCommentsDoNotCount(String statement) {
        assertThat(texts(statement)).containsExactly(statement);
        assertThat(texts(statement + "\n;SELECT 2")).containsExactly(statement, "SELECT 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT ';", "SELECT '\\", "SELECT `;"})
    void aQuoteThatIsNotClosedGoesToTheEnd(String statement) {
        assertThat(texts(statement)).containsExactly(statement);
    }

    @Test
    void commentsAloneAreNoStatements() {
        assertThat(texts("-- one\n# two\n/* three; */\n--\n")).isEmpty();
        assertThat(texts("")).isEmpty();
        assertThat(texts("/* not closed")).isEmpty();
    }

    @Test
    void aStatementKnowsItsLineAndItsFirstLine() {
        var script = parse("-- a comment\n\nCREATE TABLE a (\n  b int\n);\n  -- another\n  INSERT INTO a VALUES (1);");

        assertThat(script.statements()).extracting(SqlScript.Statement::line).containsExactly(3, 7);
        assertThat(script.statements())
                .extracting(SqlScript.Statement::firstLine)
                .containsExactly("CREATE TABLE a (", "INSERT INTO a VALUES (1)");
    }

    @Test
    void theStudysScriptHasAStatementForEachTableAndItsRows() {
        assertThat(SqlScript.parse(Study.SCRIPT, new MySqlDialect().syntax()).statements())
                .hasSize(8);
    }

    private static SqlScript parse(String text) {
        return SqlScript.parse(new DeclaredSql.Script("some.sql", text), new MySqlDialect().syntax());
    }

    private static List<String> texts(String script) {
        return parse(script).statements().stream()
                .map(SqlScript.Statement::text)
                .toList();
    }
}
