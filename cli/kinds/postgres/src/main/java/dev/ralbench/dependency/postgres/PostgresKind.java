package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.WholeNumber;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.declared.DeclaredPostgres;
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
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL. */
public final class PostgresKind extends SqlKind<DeclaredPostgres> {
    static final String NAME = DeclaredPostgres.KIND.name();
    private static final String PRODUCT = "PostgreSQL";

    /** Older ones do not say which statements a client sent itself. */
    private static final int OLDEST = 14;

    /** {@code postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)}, {@code postgres (PostgreSQL) 19beta1}. */
    private static final Pattern PROGRAM_VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+\\S*)");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final String WRONG_PASSWORD = "28P01";
    private static final String NOT_ALLOWED = "28000";
    private static final String NO_DATABASE = "3D000";

    private static final int EXECUTABLE = 0100;

    static final ServerKind SERVER = new ServerKind(
            new Program(NAME, List.of("postgres:18", "ralbench/postgres:18")),
            PRODUCT,
            List.of("postgres"),
            // One for each version, on Debian and on Red Hat.
            List.of("/usr/lib/postgresql/*/bin/postgres", "/usr/pgsql-*/bin/postgres"),
            image -> "postgres",
            // The server in the jar of Zonky's binaries.
            Optional.of(new ServerKind.Embedded(
                    PRODUCT, "18.6", "postgres-linux-x86_64.txz", "bin/postgres", PostgresKind::unpack)),
            Optional.empty(),
            5432,
            "postgres",
            false,
            PostgresKind::ofProgram);

    public PostgresKind() {
        super(SERVER);
    }

    @Override
    public DeclaredKind need() {
        return DeclaredPostgres.KIND;
    }

    @Override
    protected DeclaredPostgres need(DeclaredDependencies needs) {
        return needs.find(DeclaredPostgres.class).orElseThrow();
    }

    @Override
    protected SqlDialect dialect() {
        return new PostgresDialect();
    }

    @Override
    protected void require(DeclaredPostgres need, Product product, String where) {
        require(product, where);
    }

    /** Refuses one that cannot be counted. */
    static void require(Product product, String where) {
        var major = NUMBER.matcher(product.version());
        if (major.find() && WholeNumber.in(major.group()).orElse(0L) < OLDEST) {
            throw Failure.environment(
                    product + " is too old, " + where,
                    "before version " + OLDEST + " it does not say which statements clients sent",
                    "use a newer one");
        }
    }

    @Override
    protected PostgresServer run(
            DeclaredPostgres need,
            ServerOrigin.Startable origin,
            Product product,
            ServerSources.Source source,
            DependencyContext context) {
        return PostgresServer.at(origin, product, context.isRoot());
    }

    /** Opens a connection to the scenario's own database, in which counts are asked; makes it if it is missing. */
    @Override
    protected Connection connect(ServerUrl url, String database) throws SQLException, InterruptedException {
        var access = new PostgresAccess(url, database);
        try {
            return access.connect();
        } catch (SQLException e) {
            if (!state(e).equals(NO_DATABASE)) {
                throw e;
            }
            make(access);
            return access.connect();
        }
    }

    private static void make(PostgresAccess access) throws SQLException, InterruptedException {
        try (var maintenance = new PostgresAccess(access.url(), PostgresAccess.MAINTENANCE).connect()) {
            var statement = "CREATE DATABASE " + PostgresDialect.quoted(access.database());
            InterruptibleSql.make(maintenance, used -> Sql.execute(used, statement), () -> {});
        } catch (SQLException e) {
            throw noDatabase(access.url(), access.database(), e);
        }
        try (var connection = access.connect()) {
            Sql.execute(connection, "CREATE EXTENSION IF NOT EXISTS " + PostgresCounter.EXTENSION);
        } catch (SQLException e) {
            // Only a superuser may; the report of its absence has the remedy.
        }
    }

    @Override
    protected Product product(Connection connection) throws SQLException {
        return ofServer(Sql.texts(connection, "SHOW server_version").getFirst());
    }

    @Override
    protected Supplier<Counter> use(Connection connection, ServerUrl url, String database) throws SQLException {
        var schema = PostgresCounter.schema(connection, url, database);
        return () -> new PostgresCounter(new PostgresAccess(url, database), schema);
    }

    @Override
    protected Refusal refusal(SQLException e) {
        return switch (state(e)) {
            case WRONG_PASSWORD -> Refusal.LOGIN;
            case NOT_ALLOWED -> Refusal.ADDRESS;
            default -> Refusal.OTHER;
        };
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }

    /** The product named in the output of {@code postgres --version}. */
    static Optional<Product> ofProgram(String output) {
        var found = PROGRAM_VERSION.matcher(output);
        return found.find() ? Optional.of(new Product(PRODUCT, found.group(1))) : Optional.empty();
    }

    /** The product named in the answer to {@code SHOW server_version}: {@code 15.13 (Debian 15.13-0+deb12u1)}. */
    static Product ofServer(String version) {
        return new Product(PRODUCT, version.split(" ", 2)[0]);
    }

    /** The archive is a tar within xz. */
    private static void unpack(URL archive, Path directory) throws IOException {
        try (var stream = new TarArchiveInputStream(new XZInputStream(archive.openStream()))) {
            for (var entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                if (isNeeded(entry)) {
                    write(stream, entry, directory.resolve(entry.getName()));
                }
            }
        }
    }

    private static void write(TarArchiveInputStream stream, TarArchiveEntry entry, Path file) throws IOException {
        if (entry.isSymbolicLink()) {
            Files.createDirectories(file.resolveSibling("."));
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else {
            ServerKind.Embedded.write(stream, file, (entry.getMode() & EXECUTABLE) != 0);
        }
    }

    /** Leaves out libraries that programs in C are linked with. */
    private static boolean isNeeded(TarArchiveEntry entry) {
        return !entry.isDirectory() && !entry.getName().endsWith(".a");
    }
}
