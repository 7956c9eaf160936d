package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.kind.DependencyKind;

/** PostgreSQL. */
public final class PostgresKind {
    public static final DependencyKind KIND =
            new DependencyKind.OfServers(DeclaredPostgres.KIND, PostgresSupply.SUPPLY, PostgresServers::new);

    private PostgresKind() {}
}
