package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.PreparedFreshServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerSource;
import dev.ralbench.dependency.kind.VersionQuestion;
import dev.ralbench.dependency.sql.Snapshots;

/** PostgreSQL servers that ralbench starts: data is loaded once, and each start works on a copy of it. */
final class PostgresServers implements DependencyPreparer {
    private final DependencyContext context;
    private final VersionQuestion version;
    private final ExternalPostgres external;
    private final PostgresLoader loader;
    private final Snapshots snapshots;

    PostgresServers(DependencyContext context) {
        this.context = context;
        this.version = VersionQuestion.of(context);
        this.external = new ExternalPostgres(context.clock(), context.notes());
        this.loader = new PostgresLoader(context);
        this.snapshots = new Snapshots(context.cacheParts());
    }

    @Override
    public PreparedServer prepare(DeclaredDependencies needs, ServerSource source) throws InterruptedException {
        var need = needs.find(DeclaredPostgres.class).orElseThrow();
        return switch (context.finder().find(PostgresSupply.SUPPLY, source)) {
            case ServerPlace.External there -> external.prepare(need, there.url());
            case ServerPlace.Startable program -> prepare(need, program);
        };
    }

    @Override
    public boolean dropUnusable() throws InterruptedException {
        return snapshots.dropUnusable();
    }

    private PreparedServer prepare(DeclaredPostgres need, ServerPlace.Startable place) throws InterruptedException {
        var product = PostgresProduct.required(
                version.ask(PostgresSupply.SUPPLY, place, PostgresProduct::ofProgram), place.words());
        var program = new PostgresProgram(place, product, PostgresUser.at(place, context.cache()));
        var data = snapshots.get(
                product,
                program.settings(),
                need,
                (script, made) -> loader.load(program, need.database(), script, made));
        var start = new PostgresStart(program, need.database(), data);
        return new PreparedFreshServer(PostgresSupply.NAME, product, place.words(), start, context);
    }
}
