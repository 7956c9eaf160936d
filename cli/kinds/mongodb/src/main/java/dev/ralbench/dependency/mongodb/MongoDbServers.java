package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerSources;

/** A server that runs already, else one that is installed, else the stand-in. */
record MongoDbServers(DependencyContext context) implements DependencyPreparer {
    @Override
    public PreparedServer prepare(DeclaredDependencies needs, ServerSources.Source source) throws InterruptedException {
        var need = needs.find(DeclaredMongoDb.class).orElseThrow();
        var data = new MongoDbData(need, context);
        var place = context.finder().findIfAny(MongoDb.SERVER, source);
        if (place.isEmpty()) {
            return new StandIn(context).prepare(data);
        }
        return switch (place.get()) {
            case ServerOrigin.External there -> new ExternalMongoDb(data).prepare(there.url());
            case ServerOrigin.Startable program -> new MongodServers(context).prepare(data, program);
        };
    }
}
