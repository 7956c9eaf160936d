import static com.mongodb.client.model.Filters.eq;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Updates;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import org.bson.Document;
import org.flywaydb.core.Flyway;
import org.hibernate.cfg.Configuration;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Asks one server once by one library: Libraries.java NAME HOST PORT DATABASE USER PASSWORD. */
public final class Libraries {
    private static final String TEXT = "grüße €";

    private Libraries() {}

    /** A row. */
    @Entity(name = "hibernate_note")
    public static class Note {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        private Long id;

        private String text;

        protected Note() {}

        Note(String text) {
            this.text = text;
        }
    }

    public static void main(String[] args) throws Exception {
        var login = new Login(args[1], Integer.parseInt(args[2]), args[3], args[4], args[5]);
        var version =
                switch (args[0]) {
                    case "lettuce" -> login.lettuce();
                    case "jedis" -> login.jedis();
                    case "mongodb" -> login.mongodb();
                    case "flyway" -> login.flyway();
                    case "liquibase" -> login.liquibase();
                    case "hibernate" -> login.hibernate(LockModeType.NONE, "");
                    case "hibernate-lock" -> login.hibernate(LockModeType.PESSIMISTIC_WRITE, "");
                    case "hibernate-lock-mariadb" ->
                        login.hibernate(LockModeType.PESSIMISTIC_WRITE, "org.hibernate.dialect.MariaDBDialect");
                    default -> throw new IllegalArgumentException(args[0]);
                };
        System.out.println("answered by " + version);
        System.exit(0); // some leave threads behind
    }

    private record Login(String host, int port, String database, String user, String password) {
        private String url() {
            return "jdbc:mysql://" + host + ":" + port + "/" + database;
        }

        private static String same(String text) {
            if (!text.equals(TEXT)) {
                throw new IllegalStateException("got " + text);
            }
            return text;
        }

        String mongodb() {
            var settings = MongoClientSettings.builder()
                    .applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress(host, port))))
                    .credential(MongoCredential.createCredential(user, "admin", password.toCharArray()))
                    .build();
            try (var client = MongoClients.create(settings)) {
                var notes = client.getDatabase(database).getCollection("java");
                notes.insertMany(IntStream.rangeClosed(1, 4)
                        .mapToObj(n -> new Document("_id", n)
                                .append("text", n == 3 ? TEXT : "other")
                                .append("even", n % 2 == 0))
                        .toList());
                notes.updateOne(eq("_id", 4), Updates.combine(Updates.inc("times", 1), Updates.set("text", "changed")));
                var last = notes.find(eq("even", true)).sort(new Document("_id", -1)).limit(1).first();
                var groups = notes.aggregate(List.of(
                                Aggregates.match(eq("even", false)),
                                Aggregates.group("$even", Accumulators.sum("sum", "$_id"))))
                        .first();
                var seen = new ArrayList<Object>();
                seen.add(notes.find(eq("text", TEXT)).first().get("_id"));
                seen.addAll(List.of(last.get("text"), last.get("times"), groups.get("sum")));
                notes.deleteOne(eq("_id", 1));
                seen.add(notes.countDocuments());
                if (!seen.equals(List.of(3, "changed", 1, 4, 3L))) {
                    throw new IllegalStateException("got " + seen);
                }
                same(notes.find(eq("_id", 3)).first().getString("text"));
                var info = client.getDatabase("admin").runCommand(new Document("buildInfo", 1));
                return info.getList("modules", String.class).getFirst();
            }
        }

        String lettuce() {
            var uri = RedisURI.builder()
                    .withHost(host)
                    .withPort(port)
                    .withDatabase(Integer.parseInt(database))
                    .withPassword(password.toCharArray())
                    .build();
            try (var client = RedisClient.create(uri);
                    var connection = client.connect()) {
                connection.sync().set("text", TEXT);
                same(connection.sync().get("text"));
                return "Redis";
            }
        }

        String jedis() {
            var config = DefaultJedisClientConfig.builder()
                    .password(password)
                    .database(Integer.parseInt(database))
                    .build();
            try (var jedis = new Jedis(new HostAndPort(host, port), config)) {
                jedis.set("text", TEXT);
                same(jedis.get("text"));
                return "Redis";
            }
        }

        String flyway() throws Exception {
            var scripts = Files.createTempDirectory("flyway");
            Files.writeString(scripts.resolve("V1__note.sql"), "CREATE TABLE flyway_note (text VARCHAR(40));");
            var result = Flyway.configure()
                    .dataSource(url(), user, password)
                    .locations("filesystem:" + scripts)
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load()
                    .migrate();
            if (result.migrationsExecuted != 1) {
                throw new IllegalStateException("migrations: " + result.migrationsExecuted);
            }
            return result.databaseType;
        }

        String liquibase() throws Exception {
            var changes = Files.createTempDirectory("liquibase");
            Files.writeString(changes.resolve("changes.sql"), """
                    --liquibase formatted sql
                    --changeset clients:1
                    CREATE TABLE liquibase_note (text VARCHAR(40));
                    """);
            try (var connection = DriverManager.getConnection(url(), user, password)) {
                var open = DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
                new liquibase.Liquibase(
                                "changes.sql", new liquibase.resource.DirectoryResourceAccessor(changes), open)
                        .update("");
                return open.getDatabaseProductName() + " " + open.getDatabaseProductVersion();
            }
        }

        String hibernate(LockModeType lock, String dialect) {
            var configuration = new Configuration()
                    .addAnnotatedClass(Note.class)
                    .setProperty("hibernate.connection.url", url())
                    .setProperty("hibernate.connection.username", user)
                    .setProperty("hibernate.connection.password", password)
                    .setProperty("hibernate.hbm2ddl.auto", "create");
            if (!dialect.isEmpty()) {
                configuration.setProperty("hibernate.dialect", dialect);
            }
            try (var factory = configuration.buildSessionFactory()) {
                var note = new Note(TEXT);
                factory.inTransaction(session -> session.persist(note));
                factory.inTransaction(session -> same(session.find(Note.class, note.id, lock).text));
                return "MySQL by " + factory.unwrap(org.hibernate.engine.spi.SessionFactoryImplementor.class)
                        .getJdbcServices()
                        .getDialect()
                        .toString();
            }
        }
    }
}
