package dev.ralbench.dependency;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import io.lettuce.core.RedisException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Servers that run already. What is in them is somebody's: tables and keys are added where there are none of them, and
 * otherwise only looked at.
 */
record ExternalServers(Clock clock, Consumer<String> notes) {

    PreparedServer prepareMySql(Dependency.MySql need, ServerUrl url) throws InterruptedException {
        var access = new MySqlAccess(url);
        try (var connection = access.connect()) {
            var product = Product.ofMySqlServer(
                    MySqlAccess.texts(connection, "SELECT version()").getFirst());
            LongWork.make(connection, used -> useDatabase(used, need.database(), url), () -> {});
            if (need.script().isPresent()) {
                load(connection, need, need.script().get(), url);
            }
            new DataCheck(need.tables())
                    .verify(
                            LongWork.ask(
                                    connection,
                                    used -> TableFigures.of(
                                            used, need.database(), need.tables().keySet())),
                            "database " + need.database() + " at " + url.address(),
                            "ralbench changes no tables that are there already: drop those of the scenario to have them"
                                    + " made, or use another server");
            return new Prepared(
                    need.name(),
                    product,
                    url,
                    ServerWords.mysql(url, need.database()),
                    () -> new MySqlCounter(access),
                    idle(need.name(), new MySqlCounter(access)),
                    clock);
        } catch (SQLException e) {
            throw MySqlFailures.cannotReach(url, e);
        }
    }

    private static void useDatabase(Connection connection, String database, ServerUrl url) throws SQLException {
        var there = MySqlAccess.texts(
                connection, "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?", database);
        if (!there.isEmpty()) {
            MySqlAccess.execute(connection, "USE " + MySqlAccess.quoted(database));
            return;
        }
        try {
            MySqlServers.createDatabase(connection, database);
        } catch (SQLException e) {
            throw Failure.environment(
                            "there is no database " + database + " at " + url.address() + " for " + url.user(),
                            MySqlFailures.firstLine(e),
                            "create it, and let " + url.user() + " use it")
                    .causedBy(e);
        }
    }

    private void load(Connection connection, Dependency.MySql need, Dependency.Script script, ServerUrl url)
            throws SQLException, InterruptedException {
        var mark = new LoadMark(need.database(), script);
        var there = new ArrayList<>(TableFigures.names(connection, need.database()));
        there.remove(LoadMark.TABLE);
        boolean isUnchecked = need.tables().isEmpty();
        boolean isNew =
                isUnchecked ? there.isEmpty() : need.tables().keySet().stream().noneMatch(there::contains);
        if (isNew) {
            notes.accept("loading " + script.name() + " (once) ...");
            var statements = SqlScript.parse(script);
            LongWork.make(connection, mark::begin, () -> {});
            new ScriptRunner(clock, notes).run(statements, connection);
            LongWork.make(connection, mark::end, () -> {});
            return;
        }
        var place = "database " + need.database() + " at " + url.address();
        if (isUnchecked ? mark.isAnyBegun(connection) : mark.isBegun(connection)) {
            throw Failure.environment(
                    "loading " + script.name() + " into " + place + " was begun and not finished",
                    "what is there is a part of it, and ralbench changes no tables that are there already",
                    "drop its tables and " + LoadMark.TABLE + " to have it loaded again");
        }
        if (isUnchecked && !mark.isEnded(connection)) {
            notes.accept(place + ": tables are there; nothing was loaded or checked, as the scenario has no rows");
        }
    }

    PreparedServer prepareRedis(Dependency.Redis need, ServerUrl url) throws InterruptedException {
        try (var access = RedisAccess.open(url, need.database())) {
            var product = Product.ofRedisServer(InfoText.parse(access.commands().info("server")));
            new RedisKeys(need.database(), need.keys()).ensure(access.commands(), url.address());
            return new Prepared(
                    need.name(),
                    product,
                    url,
                    ServerWords.redis(url, need.database()),
                    () -> new RedisCounter(url),
                    idle(need.name(), new RedisCounter(url)),
                    clock);
        } catch (RedisException e) {
            throw RedisAccess.cannotReach(url, e);
        }
    }

    private Idle idle(String name, Counter counter) throws InterruptedException {
        try (counter) {
            return Idle.watch(counter, clock);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // of whichever library asks, JDBC or lettuce; none of it is swallowed
            throw Questions.noAnswer(name, e);
        }
    }

    /** Makes a connection for questions. */
    private interface Counters {
        Counter make();
    }

    private record Prepared(
            String name,
            Product product,
            ServerUrl url,
            Map<String, String> words,
            Counters counters,
            Idle idle,
            Clock clock)
            implements PreparedServer {
        @Override
        public String software() {
            return product + ", " + url.address();
        }

        @Override
        public RunningServer start(Path logFolder, String prefix) throws InterruptedException {
            return new ExternalServer(
                    name,
                    product.toString(),
                    url.address(),
                    words,
                    Questions.begin(name, counters.make(), idle, clock));
        }

        /** Without the words, which hold the password. */
        @Override
        public String toString() {
            return name + ": " + software();
        }
    }
}
