package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.PreparedFreshServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.RootUser;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerSource;
import dev.ralbench.dependency.kind.VersionQuestion;
import dev.ralbench.dependency.mysql.MySqlProduct.Name;
import dev.ralbench.dependency.sql.Snapshots;

/** MySQL servers that ralbench starts: data is loaded once, and each start works on a copy of it. */
final class MySqlServers implements DependencyPreparer {
    private final DependencyContext context;
    private final VersionQuestion version;
    private final ExternalMySql external;
    private final MySqlLoader loader;
    private final Snapshots snapshots;

    MySqlServers(DependencyContext context) {
        this.context = context;
        this.version = VersionQuestion.of(context);
        this.external = new ExternalMySql(context.clock(), context.notes());
        this.loader = new MySqlLoader(context);
        this.snapshots = new Snapshots(context.cacheParts());
    }

    @Override
    public PreparedServer prepare(DeclaredDependencies needs, ServerSource source) throws InterruptedException {
        var need = needs.find(DeclaredMySql.class).orElseThrow();
        return switch (context.finder().find(MySqlSupply.SUPPLY, source)) {
            case ServerPlace.External there -> external.prepare(need, there.url());
            case ServerPlace.Startable program -> prepare(need, program, source);
        };
    }

    @Override
    public boolean dropUnusable() throws InterruptedException {
        return snapshots.dropUnusable();
    }

    private PreparedServer prepare(DeclaredMySql need, ServerPlace.Startable place, ServerSource source)
            throws InterruptedException {
        var product = version.ask(MySqlSupply.SUPPLY, place, MySqlProduct::ofProgram);
        MySqlProduct.require(need.product(), product, place.words());
        var name = isChosen(place, source) || need.product().isPresent()
                ? Name.OWN
                : MySqlProduct.nameInPlaceOfMySql(product);
        var program = new MySqlProgram(place, product, name, RootUser.isThisProcess(context.cache()));
        var data = snapshots.get(
                product,
                program.settings(),
                need,
                (script, made) -> loader.load(program, need.database(), script, new MySqlDirectory(made)));
        var start = new MySqlStart(program, need.database(), data);
        return new PreparedFreshServer(MySqlSupply.NAME, product, name.origin(place.words()), start, context);
    }

    /** Who names a server of MariaDB wants it as it is. */
    private static boolean isChosen(ServerPlace.Startable place, ServerSource source) {
        return place instanceof ServerPlace.InImage || source.program().isPresent();
    }
}
