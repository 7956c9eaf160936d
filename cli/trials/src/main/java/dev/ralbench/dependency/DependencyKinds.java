package dev.ralbench.dependency;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredDependency;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.mongodb.MongoDbKind;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.own.OwnServiceKind;
import dev.ralbench.dependency.postgres.PostgresKind;
import dev.ralbench.dependency.redis.RedisKind;
import dev.ralbench.dependency.upstream.UpstreamKind;
import java.util.List;

/** All kinds of dependencies, in the order of {@link dev.ralbench.dependency.declared.DeclaredKinds}. A new kind is one line here. */
public final class DependencyKinds {
    public static final List<DependencyKind> ALL =
            List.of(MySqlKind.KIND, PostgresKind.KIND, RedisKind.KIND, MongoDbKind.KIND, new UpstreamKind());

    private DependencyKinds() {}

    /** The kinds of the dependencies that a scenario needs. Each service of the author's own is a kind of its own. */
    public static List<DependencyKind> of(DeclaredDependencies needs) {
        return needs.all().stream().map(DependencyKinds::of).toList();
    }

    private static DependencyKind of(DeclaredDependency need) {
        return need instanceof DeclaredService own
                ? new OwnServiceKind(own)
                : named(need.kind().name());
    }

    private static DependencyKind named(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
    }

    /** The supplies of all kinds that are servers of their own. */
    public static List<ServerSupply> supplies() {
        return ALL.stream().flatMap(kind -> kind.supply().stream()).toList();
    }
}
