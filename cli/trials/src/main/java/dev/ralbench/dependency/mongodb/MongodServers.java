package dev.ralbench.dependency.mongodb;

import com.mongodb.MongoException;
import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.cache.CachePart;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.DataDirectory;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.PreparedFreshServer;
import dev.ralbench.dependency.kind.PreparedFreshServer.Begun;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerFailures;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.kind.VersionQuestion;
import dev.ralbench.process.Completion;
import dev.ralbench.process.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * MongoDB servers that ralbench starts: documents are loaded once, and each start works on a copy of the data directory.
 * Written by MongoDB's documentation, and not yet tried with a mongod.
 */
record MongodServers(DependencyContext context) {
    static final String DATA = "data";

    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(60);
    private static final int KEY_DIGITS = 16;

    PreparedServer prepare(DeclaredMongoDb need, ServerPlace.Startable place) throws InterruptedException {
        var product = VersionQuestion.of(context).ask(MongoDbSupply.SUPPLY, place, MongoDbProduct::ofProgram);
        context.notes()
                .accept("mongodb: " + product
                        + " has no password while ralbench runs it: every user of this machine gets in"
                        + " at 127.0.0.1; --mongodb-url takes one that asks for a password");
        var key = Sha256.of(String.join("\0", product.toString(), place.words(), need.toString()))
                .substring(0, KEY_DIGITS);
        var title = need.documents() + " documents for " + product;
        var directory = context.cacheParts()
                .get(new CachePart(
                        "snapshots/mongodb-" + key,
                        "the data of " + title,
                        "loading " + title,
                        found -> Files.isDirectory(found.resolve(DATA)) && CalibratedQuery.isIn(found),
                        made -> load(need, place, product, made)));
        return new PreparedFreshServer(
                MongoDbSupply.NAME,
                product,
                place.words(),
                Optional.of(calibration(directory).words(need.documents())),
                (root, log) -> start(need, place, product, directory, root, log),
                context);
    }

    private CalibratedQuery calibration(Path snapshot) {
        try {
            return CalibratedQuery.read(snapshot);
        } catch (IOException e) {
            throw Failure.environment(
                            "the calibration in " + snapshot + " cannot be read",
                            String.valueOf(e),
                            "delete that directory; it is made again")
                    .causedBy(e);
        }
    }

    private static Begun start(
            DeclaredMongoDb need, ServerPlace.Startable place, Product product, Path snapshot, Path root, LogFile log)
            throws IOException {
        var data = root.resolve(DATA);
        DataDirectory.copy(snapshot.resolve(DATA), data);
        return new Begun(new Mongod(place, product, data, log), launched -> {
            var url = ServerUrl.own(MongoDbSupply.NAME, launched.port());
            return new Usable(MongoDbSupply.placeholders(url, need), new MongoDbCounter(MongoDbAccess.to(url)));
        });
    }

    private void load(DeclaredMongoDb need, ServerPlace.Startable place, Product product, Path directory)
            throws IOException, InterruptedException {
        context.notes().accept("loading " + need.documents() + " documents into " + product + " (once) ...");
        var log = PrepareLogs.make(context.runDirectories(), "mongodb-load");
        var mongod = new Mongod(place, product, Files.createDirectory(directory.resolve(DATA)), log);
        var launched = new ServerLauncher(context.starter(), context.clock()).launch(mongod);
        try (var service = launched.service()) {
            var url = ServerUrl.own(MongoDbSupply.NAME, launched.port());
            MongoDbAccess.ask(url, access -> fill(access, need, url)).write(directory);
            if (new Completion(context.clock(), SHUTDOWN_LIMIT)
                            .exitCodeFromNow(service)
                            .orElse(-1)
                    != 0) {
                throw ServerFailures.didNotWork(
                        service.title(), MongoDbSupply.PROGRAM, log, "it was not shut down well");
            }
        }
        PrepareLogs.drop(log);
    }

    /** And tells it to shut down. */
    private CalibratedQuery fill(MongoDbAccess access, DeclaredMongoDb need, ServerUrl url)
            throws InterruptedException {
        var documents = StudyDocuments.of(need);
        new StudyCollection(access.collection(need), documents, url.address()).load();
        var calibration = new QueryCalibration(access.collection(need), documents, context.clock()).place();
        try {
            access.command("shutdown");
        } catch (MongoException e) {
            // It closes the connection without an answer; whether it ended is checked in any case.
        }
        return calibration;
    }
}
