package dev.ralbench.environment;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Runs scripts, tells how far it is when that takes long, and stops when it is interrupted. */
record ScriptRunner(Clock clock, Consumer<String> notes) {
    private static final long PATIENCE_SECONDS = 2;

    /**
     * Runs all statements.
     *
     * @throws Failure when one of them fails
     */
    void run(SqlScript script, Connection connection) throws InterruptedException {
        long startNanos = clock.nanoTime();
        // The driver waits for the server without regard to interrupts, so a thread beside this one does the waiting.
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < script.statements().size(); i++) {
                var statement = script.statements().get(i);
                var position =
                        "statement " + (i + 1) + " of " + script.statements().size();
                var running = executor.submit(() -> {
                    MySqlAccess.execute(connection, statement.text());
                    return true;
                });
                try {
                    await(running, script.name() + ": " + position, startNanos);
                } catch (InterruptedException e) {
                    abort(connection, executor);
                    throw e;
                } catch (ExecutionException e) {
                    throw failed(script, position, statement, e);
                }
            }
        }
    }

    private void await(Future<?> running, String position, long startNanos)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                long seconds = TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - startNanos);
                notes.accept("loading " + position + ", " + seconds + " s");
            }
        }
    }

    private static void abort(Connection connection, ExecutorService executor) {
        try {
            connection.abort(executor);
        } catch (SQLException e) {
            // It is to end in any case, and the interrupt is what counts.
        }
    }

    private static Failure failed(
            SqlScript script, String position, SqlScript.Statement statement, ExecutionException failure) {
        var cause = failure.getCause();
        var message = cause instanceof SQLException sql ? MySqlFailures.firstLine(sql) : String.valueOf(cause);
        return Failure.environment(
                        script.name() + ": " + position + " failed",
                        "line " + statement.line() + ": " + statement.firstLine() + "\n  " + message,
                        "correct the script; it must run on the server that is used, see its name and version")
                .causedBy(failure);
    }
}
