package dev.ralbench.dependency.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.connection.ServerMonitoringMode;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.dependency.kind.NetworkReason;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.LogFile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;

/** A client of one MongoDB server, with its connections and threads. */
final class MongoDbAccess implements AutoCloseable {
    /** The driver's own, next to the one for commands: by polling there is one, which asks whether the server is there. */
    static final int MONITORING_CONNECTIONS = 1;

    /** The database of accounts. */
    static final String ADMIN = "admin";

    private static final long LIMIT_SECONDS = 5;

    private final MongoClient client;

    private MongoDbAccess(MongoClient client) {
        this.client = client;
    }

    /** Connects at the first question. */
    static MongoDbAccess to(ServerUrl url) {
        var settings = MongoClientSettings.builder()
                .applicationName("ralbench")
                .applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress(url.host(), url.port())))
                        .serverSelectionTimeout(LIMIT_SECONDS, TimeUnit.SECONDS))
                .applyToServerSettings(server -> server.serverMonitoringMode(ServerMonitoringMode.POLL))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(1));
        if (!url.user().isEmpty()) {
            settings.credential(MongoCredential.createCredential(
                    url.user(), ADMIN, url.password().toCharArray()));
        }
        return new MongoDbAccess(MongoClients.create(settings.build()));
    }

    /** @throws MongoException when there is no answer */
    Document command(String name) {
        return client.getDatabase(ADMIN).runCommand(new Document(name, 1));
    }

    MongoCollection<BsonDocument> collection(String database, String name) {
        return client.getDatabase(database).getCollection(name, BsonDocument.class);
    }

    /** Names of all collections of a database but the server's own. */
    List<String> collections(String database) {
        return client.getDatabase(database).listCollectionNames().into(new ArrayList<>()).stream()
                .filter(name -> !name.startsWith("system."))
                .toList();
    }

    @Override
    public void close() {
        client.close();
    }

    /** Commands to a server whose responses may take a while. */
    @FunctionalInterface
    interface ServerCommands<T> {
        T run(MongoDbAccess access) throws InterruptedException;
    }

    /**
     * Asks a server.
     *
     * @throws Failure if it cannot be reached, or refuses the command
     */
    static <T> T ask(ServerUrl url, ServerCommands<T> commands) throws InterruptedException {
        try (var access = to(url)) {
            return access.answered(url, commands);
        }
    }

    private <T> T answered(ServerUrl url, ServerCommands<T> commands) throws InterruptedException {
        try {
            return commands.run(this);
        } catch (MongoInterruptedException e) {
            throw interrupted(e);
        } catch (MongoException e) {
            throw cannotReach(url, reason(e));
        }
    }

    private static InterruptedException interrupted(Exception e) {
        Thread.interrupted(); // the exception that follows says it
        return (InterruptedException) new InterruptedException("interrupted while asking MongoDB").initCause(e);
    }

    /**
     * A server that ralbench started, and that no URL names.
     *
     * @param remedy what helps if it ends, as an instruction
     * @param isStopped whether ralbench itself ends all servers
     */
    record OwnServer(
            String title, BooleanSupplier isAlive, LogFile log, String remedy, BooleanSupplier isStopped, Clock clock) {
        /** A process that broke its connections may take a moment to be gone. */
        private static final long END_NANOS = TimeUnit.SECONDS.toNanos(2);

        private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

        /**
         * Loads data into it.
         *
         * @throws Failure that names the server's end if that is the cause
         */
        <T> T load(ServerUrl url, ServerCommands<T> commands) throws InterruptedException {
            try (var access = to(url)) {
                return load(access, commands);
            }
        }

        private <T> T load(MongoDbAccess access, ServerCommands<T> commands) throws InterruptedException {
            try {
                return commands.run(access);
            } catch (MongoInterruptedException e) {
                throw interrupted(e);
            } catch (Failure e) {
                // Also of a command: that the server went away under it says more than its own message.
                throw isAlive.getAsBoolean() ? e : ended(e);
            } catch (MongoException e) {
                throw hasEnded()
                        ? ended(e)
                        : Failure.environment(
                                        title + " did not take the data",
                                        Printable.line(firstLine(access.reason(e))),
                                        "see its output in " + log.path())
                                .causedBy(e);
            }
        }

        private boolean hasEnded() {
            long from = clock.nanoTime();
            while (isAlive.getAsBoolean() && clock.nanoTime() - from < END_NANOS) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return !isAlive.getAsBoolean();
        }

        private Failure ended(Exception e) throws InterruptedException {
            if (isStopped.getAsBoolean()) {
                throw interrupted(e);
            }
            return Failure.environment(
                            title + " ended while data was loaded into it",
                            log.endingForMessage(),
                            remedy + "; the whole output is in " + log.path())
                    .causedBy(e);
        }
    }

    /** Why there was no answer. When the driver gives up waiting for a server, it keeps the cause to itself. */
    Throwable reason(MongoException e) {
        if (!(e instanceof MongoTimeoutException)) {
            return e;
        }
        return client.getClusterDescription().getServerDescriptions().stream()
                .flatMap(server -> Stream.ofNullable(server.getException()))
                .findFirst()
                .orElse(e);
    }

    private static Failure cannotReach(ServerUrl url, Throwable reason) {
        var what = "the MongoDB server at " + url.address() + " cannot be used";
        if (reason instanceof MongoSecurityException) {
            return Failure.environment(
                            what,
                            "it does not let " + (url.user().isEmpty() ? "ralbench" : url.user()) + " in",
                            "check user and password of --mongodb-url")
                    .causedBy(reason);
        }
        return NetworkReason.of(reason)
                .map(why -> Failure.environment(what, why, "check host and port of --mongodb-url, and that it runs"))
                .orElseGet(() -> Failure.environment(
                        what,
                        Printable.line(firstLine(reason)),
                        "check --mongodb-url, what its user may do, and that a MongoDB server listens there"))
                .causedBy(reason);
    }

    private static String firstLine(Throwable reason) {
        return String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
    }
}
