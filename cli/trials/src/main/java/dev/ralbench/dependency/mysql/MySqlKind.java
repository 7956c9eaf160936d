package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.need.MySqlNeed;

/** MySQL, or MariaDB, which speaks its protocol. */
public final class MySqlKind {
    public static final DependencyKind KIND =
            new DependencyKind.OfServers(MySqlNeed.KIND, MySqlSupply.SUPPLY, MySqlServers::new);

    private MySqlKind() {}
}
