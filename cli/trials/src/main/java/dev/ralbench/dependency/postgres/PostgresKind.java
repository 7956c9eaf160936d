package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.need.PostgresNeed;

/** PostgreSQL. */
public final class PostgresKind {
    public static final DependencyKind KIND =
            new DependencyKind.OfServers(PostgresNeed.KIND, PostgresSupply.SUPPLY, PostgresServers::new);

    private PostgresKind() {}
}
