package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.CountsPoller;
import dev.ralbench.dependency.kind.DataDirectory;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.Idle;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.kind.StartedServer;
import dev.ralbench.need.MongoDbNeed;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Rollback;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A MongoDB server whose documents are loaded: each start works on a copy of them.
 *
 * @param snapshot the directory that holds data and calibration
 */
record PreparedMongod(
        MongoDbNeed need, ServerPlace.Startable place, Product product, Path snapshot, DependencyContext context)
        implements PreparedServer {
    @Override
    public String name() {
        return MongoDbSupply.NAME;
    }

    @Override
    public Optional<String> software() {
        return Optional.of(product + ", " + place.words());
    }

    @Override
    public Optional<String> calibrated() {
        try {
            return Optional.of(Calibration.read(snapshot).words(need.documents()));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> words)
            throws InterruptedException {
        var directory = context.runDirectories().make(MongoDbSupply.NAME);
        try (var undo = new Rollback()) {
            undo.later(() -> StartedServer.delete(directory));
            var data = directory.resolve(MongodServers.DATA);
            DataDirectory.copy(snapshot.resolve(MongodServers.DATA), data);
            var log = new LogFile(logDirectory.resolve(prefix + "-mongodb.log"));
            var launched = new ServerLauncher(context.starter(), context.clock())
                    .launch(new Mongod(place, product, data, log));
            undo.later(launched.service()::close);
            var url = ServerUrl.own(MongoDbSupply.NAME, launched.port());
            var questions = CountsPoller.begin(
                    MongoDbSupply.NAME, new MongoDbCounter(MongoDbAccess.to(url)), Idle.NOTHING, context.clock());
            var server = new StartedServer(
                    MongoDbSupply.NAME,
                    product.toString(),
                    place.words(),
                    MongoDbSupply.words(url, need),
                    launched,
                    questions,
                    directory);
            undo.forget();
            return server;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Failure unreadable(IOException e) {
        return Failure.environment(
                        "the data for " + product + " cannot be restored",
                        String.valueOf(e),
                        "make room in " + context.cache().root())
                .causedBy(e);
    }
}
