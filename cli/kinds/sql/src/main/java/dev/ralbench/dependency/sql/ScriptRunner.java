package dev.ralbench.dependency.sql;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs scripts, tells how far it is when that takes long, and stops when it is interrupted. */
record ScriptRunner(Clock clock, Consumer<String> notes) {

    /**
     * Runs all statements.
     *
     * @throws Failure when one of them fails
     */
    void run(SqlScript script, Connection connection) throws InterruptedException {
        long startNanos = clock.nanoTime();
        for (int i = 0; i < script.statements().size(); i++) {
            var statement = script.statements().get(i);
            var position = "statement " + (i + 1) + " of " + script.statements().size();
            try {
                InterruptibleSql.make(
                        connection,
                        used -> Sql.execute(used, statement.text()),
                        () -> tell(script.name() + ": " + position, startNanos));
            } catch (SQLException e) {
                throw failed(script, position, statement, e);
            }
        }
    }

    private void tell(String position, long startNanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - startNanos);
        notes.accept("loading " + position + ", " + seconds + " s");
    }

    private static Failure failed(
            SqlScript script, String position, SqlScript.Statement statement, SQLException failure) {
        return Failure.environment(
                        script.name() + ": " + position + " failed",
                        "line " + statement.line() + ": " + statement.firstLine() + "\n  " + Sql.firstLine(failure),
                        "correct the script; it must run on the server that is used, see its name and version")
                .causedBy(failure);
    }
}
