package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.kind.EmbeddedServer;
import dev.ralbench.dependency.kind.ServerPlaceholders;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sources of PostgreSQL servers, and their names. */
final class PostgresSupply {
    static final String NAME = DeclaredPostgres.KIND.name();
    static final String PRODUCT = "PostgreSQL";

    /** One for each version, on Debian and on Red Hat. */
    private static final List<String> ELSEWHERE =
            List.of("/usr/lib/postgresql/*/bin/postgres", "/usr/pgsql-*/bin/postgres");

    /** The server in the jar of Zonky's binaries. */
    private static final EmbeddedServer EMBEDDED =
            new EmbeddedServer(PRODUCT, "18.6", "postgres-linux-x86_64.txz", "bin/postgres", PostgresArchive::unpack);

    static final ServerSupply SUPPLY = new ServerSupply(
            new Program(NAME, List.of("postgres:18", "ralbench/postgres:18")),
            PRODUCT,
            List.of("postgres"),
            ELSEWHERE,
            image -> "postgres",
            Optional.of(EMBEDDED),
            Optional.empty(),
            5432,
            "postgres");

    private PostgresSupply() {}

    static Map<String, String> placeholders(ServerUrl url, String database) {
        return ServerPlaceholders.of(url, database);
    }
}
