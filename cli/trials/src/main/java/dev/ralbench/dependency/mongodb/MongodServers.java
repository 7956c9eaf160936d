package dev.ralbench.dependency.mongodb;

import com.mongodb.MongoException;
import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.cache.CachePart;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.OneShotProgram;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerFailures;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.need.MongoDbNeed;
import dev.ralbench.process.Completion;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * MongoDB servers that ralbench starts: documents are loaded once, and each start works on a copy of the data directory.
 * Written by MongoDB's documentation, and not yet tried with a mongod.
 */
record MongodServers(DependencyContext context) {
    static final String DATA = "data";

    private static final Duration VERSION_LIMIT = Duration.ofSeconds(30);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(60);
    private static final int KEY_DIGITS = 16;

    PreparedServer prepare(MongoDbNeed need, ServerPlace.Startable place) throws InterruptedException {
        var product = identify(place);
        var key = Sha256.of(String.join("\0", product.toString(), place.words(), need.toString()))
                .substring(0, KEY_DIGITS);
        var title = need.documents() + " documents for " + product;
        var directory = context.cacheParts()
                .get(new CachePart(
                        "snapshots/mongodb-" + key,
                        "the data of " + title,
                        "loading " + title,
                        found -> Files.isDirectory(found.resolve(DATA)) && Calibration.isIn(found),
                        made -> load(need, place, product, made)));
        return new PreparedMongod(need, place, product, directory, context);
    }

    /** Also makes sure that it runs on this machine at all. */
    private Product identify(ServerPlace.Startable place) throws InterruptedException {
        var spec = new ServiceSpec(
                "asking " + place.title() + " for its version",
                MongoDbSupply.PROGRAM,
                List.of(place.command(), "--version"),
                Map.of(),
                List.of(),
                PrepareLogs.make(context.runDirectories(), "mongodb-version"));
        var output = new OneShotProgram(context.starter(), context.clock()).run(spec, VERSION_LIMIT);
        return MongoDbProduct.ofProgram(output)
                .orElseThrow(() -> Failure.environment(
                        place.words() + " is not a MongoDB server",
                        "asked for its version it wrote: " + output.strip(),
                        "name the program of a server, mongod"));
    }

    private void load(MongoDbNeed need, ServerPlace.Startable place, Product product, Path directory)
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
    private Calibration fill(MongoDbAccess access, MongoDbNeed need, ServerUrl url) throws InterruptedException {
        var documents = StudyDocuments.of(need);
        new StudyCollection(access.collection(need), documents, url.address()).load();
        var calibration = new QueryCalibration(access.collection(need), documents, context.clock()).place();
        try {
            access.command("shutdown");
        } catch (MongoException e) {
            // It closes the connection without an answer; whether it ended is looked at in any case.
        }
        return calibration;
    }
}
