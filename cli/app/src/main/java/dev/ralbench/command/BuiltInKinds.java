package dev.ralbench.command;

import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.mongodb.MongoDbKind;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.postgres.PostgresKind;
import dev.ralbench.dependency.redis.RedisKind;
import dev.ralbench.dependency.upstream.UpstreamKind;
import java.util.List;

/** All kinds of dependencies. A new kind is one line here. */
final class BuiltInKinds {
    static final DependencyKinds ALL = new DependencyKinds(
            List.of(new MySqlKind(), new PostgresKind(), new RedisKind(), new MongoDbKind(), new UpstreamKind()));

    private BuiltInKinds() {}
}
