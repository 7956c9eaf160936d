package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.service.TargetCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** MongoDB; if there is none, a target that is built into ralbench stands in for it. */
public final class MongoDbKind implements DependencyKind {
    @Override
    public DeclaredKind need() {
        return DeclaredMongoDb.KIND;
    }

    @Override
    public Optional<ServerKind> server() {
        return Optional.of(MongoDb.SERVER);
    }

    /** Reads all documents, so that a wrong one is found before anything is started. */
    @Override
    public void check(DeclaredDependencies needs, TargetCatalog targets) {
        var need = needs.find(DeclaredMongoDb.class).orElseThrow();
        need.data().values().forEach(file -> new ExtendedJson(file).count());
        need.load().ifPresent(load -> {
            load.directory()
                    .map(Path::of)
                    .filter(path -> !Files.isDirectory(path))
                    .ifPresent(path -> {
                        throw Failure.usage(
                                "needs.mongodb.load.directory: there is no directory " + path.toAbsolutePath(),
                                "the command is to be started there",
                                "name it by its path from the directory that ralbench is started in");
                    });
            MongoDbData.jarNames(load).forEach(name -> targets.jar(name, Optional.empty()));
        });
    }

    @Override
    public DependencyPreparer open(DependencyContext context) {
        return new MongoDbServers(context);
    }
}
