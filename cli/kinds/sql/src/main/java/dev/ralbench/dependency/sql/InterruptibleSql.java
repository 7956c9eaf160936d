package dev.ralbench.dependency.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work on a connection that may take as long as it takes, and ends at once when the thread that waits for it is
 * interrupted. The driver waits for the server without regard to interrupts, so a thread next to this one does that.
 */
public final class InterruptibleSql {
    private static final long PATIENCE_SECONDS = 2;
    private static final int UNLIMITED = 0;

    private InterruptibleSql() {}

    /** Work with an outcome. */
    @FunctionalInterface
    public interface Query<T> {
        T ask(Connection connection) throws SQLException;
    }

    /** Work without. */
    @FunctionalInterface
    public interface SqlWork {
        void make(Connection connection) throws SQLException;
    }

    public static <T> T ask(Connection connection, Query<T> query) throws SQLException, InterruptedException {
        return ask(connection, query, () -> {});
    }

    public static void make(Connection connection, SqlWork change, Runnable stillWaiting)
            throws SQLException, InterruptedException {
        Query<Boolean> query = used -> {
            change.make(used);
            return true;
        };
        ask(connection, query, stillWaiting);
    }

    /**
     * @param stillWaiting done every two seconds
     * @throws InterruptedException when interrupted; then the connection is of no more use
     */
    private static <T> T ask(Connection connection, Query<T> query, Runnable stillWaiting)
            throws SQLException, InterruptedException {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = executor.submit(() -> withoutLimit(connection, query));
            try {
                return await(running, stillWaiting);
            } catch (InterruptedException e) {
                abort(connection, executor);
                throw e;
            } catch (ExecutionException e) {
                throw rethrown(e);
            }
        }
    }

    private static <T> T withoutLimit(Connection connection, Query<T> query) throws SQLException {
        int limit = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, UNLIMITED);
        var outcome = query.ask(connection);
        if (!connection.isClosed()) {
            connection.setNetworkTimeout(Runnable::run, limit);
        }
        return outcome;
    }

    private static <T> T await(Future<T> running, Runnable stillWaiting)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                stillWaiting.run();
            }
        }
    }

    private static void abort(Connection connection, ExecutorService executor) {
        try {
            connection.abort(executor);
        } catch (SQLException e) {
            // It is to end in any case, and the interrupt counts.
        }
    }

    private static SQLException rethrown(ExecutionException e) {
        var cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException runtime) {
            throw runtime;
        }
        return cause instanceof SQLException sql ? sql : new SQLException(e);
    }
}
