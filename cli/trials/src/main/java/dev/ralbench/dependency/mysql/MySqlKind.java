package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.DependencyKind;

/** MySQL, or MariaDB, which speaks its protocol. */
public final class MySqlKind {
    public static final DependencyKind KIND =
            new DependencyKind.OfServers(DeclaredMySql.KIND, MySqlSupply.SUPPLY, MySqlServers::new);

    private MySqlKind() {}
}
