package dev.ralbench.dependency.sql;

import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program of a database that ralbench starts, with the settings that it gives it. */
public interface SqlServer {
    /** Its origin in a few words, for results. */
    String origin();

    /** The result of loading depends on these, next to product and script. */
    List<String> settings();

    /** The time that it may take to shut down when it is asked to in SQL; empty if it gets the signal. */
    Optional<Duration> shutdownLimit();

    /**
     * Prepares a directory for data that is made next, and new passwords.
     *
     * @param root where nothing is yet; only the owner can read it
     */
    Prepared empty(Path root) throws IOException;

    /**
     * Prepares a directory with a copy of loaded data, and new passwords.
     *
     * @param root where there is only the data
     */
    Prepared onCopy(Path root) throws IOException;

    /** The data in a server's directory. */
    static Path data(Path root) {
        return root.resolve("data");
    }

    /** A directory that is ready: a server can be started on it. */
    interface Prepared {
        /** Those that its container needs to see. */
        List<ServiceSpec.Directory> directories();

        /** Makes fresh data and ends. */
        List<String> initialize();

        /** Starts the server. */
        List<String> serve(int port);

        /** Ready when a query is answered, and by the server that was started: another may have been quicker on the port. */
        ReadyCheck check(int port);

        /**
         * Makes the database, runs the script, reads the tables, and leaves the server ready to be shut down, or shutting
         * down if that is asked for in SQL.
         *
         * @return the figures of all tables
         */
        Map<String, TableFigures> fill(int port, String database, LoadingScript script)
                throws SQLException, InterruptedException;

        /** Completes the data after the server has ended. */
        default void complete() throws IOException {}

        /** Makes a server that answers usable for targets. */
        Usable usable(int port, String database);
    }

    /** A script that can be run. */
    @FunctionalInterface
    interface LoadingScript {
        /** Runs all statements. */
        void run(Connection connection) throws InterruptedException;
    }
}
