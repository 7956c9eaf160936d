package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.DependencyKind;

/** MongoDB; if there is none, a target that is built into ralbench stands in for it. */
public final class MongoDbKind {
    public static final DependencyKind KIND =
            new DependencyKind.OfServers(DeclaredMongoDb.KIND, MongoDbSupply.SUPPLY, MongoDbServers::new);

    private MongoDbKind() {}
}
