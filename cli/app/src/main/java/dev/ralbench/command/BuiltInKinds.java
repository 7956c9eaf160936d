package dev.ralbench.command;

import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.mongodb.MongoDbKind;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.postgres.PostgresKind;
import dev.ralbench.dependency.redis.RedisKind;

/** All kinds of dependencies. A new kind is one line here. */
public final class BuiltInKinds {
    public static final DependencyKinds ALL =
            new DependencyKinds(new MySqlKind(), new PostgresKind(), new RedisKind(), new MongoDbKind());

    private BuiltInKinds() {}
}
