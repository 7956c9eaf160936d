package dev.ralbench.dependency.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The connection of a counter: opened when it is needed, again if it was lost, and closed by another thread. */
public final class KeptConnection implements AutoCloseable {
    private final Opener opener;
    /** Set by the thread that asks; another one closes it. */
    private volatile @Nullable Connection connection;

    private boolean isClosed; // guarded by this

    public KeptConnection(Opener opener) {
        this.opener = opener;
    }

    @FunctionalInterface
    public interface Opener {
        Connection open() throws SQLException;
    }

    /** One that is open. */
    public Connection get() throws SQLException {
        var open = connection;
        if (open != null && !open.isClosed()) {
            return open;
        }
        var made = opener.open();
        if (!isKept(made)) {
            abort(made);
            throw new SQLException("closed while it connected");
        }
        return made;
    }

    private synchronized boolean isKept(Connection made) {
        if (!isClosed) {
            connection = made;
        }
        return !isClosed;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        Optional.ofNullable(connection).ifPresent(KeptConnection::abort);
    }

    public static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // The server is gone, or the connection was never whole.
        }
    }
}
