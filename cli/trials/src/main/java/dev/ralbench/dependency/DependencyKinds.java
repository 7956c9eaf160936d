package dev.ralbench.dependency;

import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.mongodb.MongoDbKind;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.redis.RedisKind;
import dev.ralbench.dependency.upstream.UpstreamKind;
import dev.ralbench.need.Needs;
import java.util.List;

/** All kinds of dependencies, in the order of {@link dev.ralbench.need.NeedKinds}. A new kind is one line here. */
public final class DependencyKinds {
    public static final List<DependencyKind> ALL =
            List.of(MySqlKind.KIND, RedisKind.KIND, MongoDbKind.KIND, new UpstreamKind());

    private DependencyKinds() {}

    /** Those that a scenario needs. */
    public static List<DependencyKind> of(Needs needs) {
        return ALL.stream().filter(kind -> needs.has(kind.name())).toList();
    }

    /** Of all kinds that are servers of their own. */
    public static List<ServerSupply> supplies() {
        return ALL.stream().flatMap(kind -> kind.supply().stream()).toList();
    }
}
