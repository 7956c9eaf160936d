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

    /** Reads all documents, so that wrong ones are found before anything is started. */
    @Override
    public void check(DeclaredDependencies needs, TargetCatalog targets) {
        var need = needs.find(DeclaredMongoDb.class).orElseThrow();
        ExtendedJson.check(need.data(), need.documents());
        need.load().ifPresent(load -> {
            load.directory().ifPresent(MongoDbKind::check);
            MongoDbData.jarNames(load).forEach(name -> targets.jar(name, Optional.empty()));
        });
    }

    private static void check(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw Failure.usage(
                    "needs.mongodb.load.directory: there is no directory " + directory,
                    "the command is to be started there",
                    "name it by its path from the scenario's directory");
        }
        if (directory.getNameCount() == 0) {
            throw Failure.usage(
                    "needs.mongodb.load: its command would be started in " + directory,
                    "a container sees the command's directory, and cannot have all of this machine in place of its own",
                    "move the scenario and its files into a directory, or name one by needs.mongodb.load.directory; a"
                            + " command that reads nothing has files: []");
        }
    }

    @Override
    public DependencyPreparer open(DependencyContext context) {
        return new MongoDbServers(context);
    }
}
