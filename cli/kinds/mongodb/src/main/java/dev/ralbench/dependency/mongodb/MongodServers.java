package dev.ralbench.dependency.mongodb;

import com.mongodb.MongoException;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.DataDirectory;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.PreparedFreshServer;
import dev.ralbench.dependency.kind.PreparedFreshServer.Begun;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * MongoDB servers that ralbench starts: data is loaded once, and each start works on a copy of the data directory.
 * Written by MongoDB's documentation, and not yet tried with a mongod.
 */
record MongodServers(DependencyContext context) {
    static final String DATA = "data";

    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(60);

    PreparedServer prepare(MongoDbData data, ServerOrigin.Startable place) throws InterruptedException {
        var product = context.servers().product(MongoDb.SERVER, place);
        context.notes()
                .accept("mongodb: " + product
                        + " has no password while ralbench runs it: every user of this machine gets in"
                        + " at 127.0.0.1; --mongodb-url takes one that asks for a password");
        var loaded = data.isNone()
                ? Optional.<LoadedData>empty()
                : Optional.of(LoadedData.get(
                        data,
                        product.toString(),
                        data.key(product.toString(), place.words()),
                        directory -> load(data, place, product, directory)));
        return new PreparedFreshServer(
                MongoDb.NAME,
                product,
                place.words(),
                loaded.flatMap(LoadedData::calibrated),
                (root, log) -> start(data.need(), place, product, loaded, root, log),
                context);
    }

    private static Begun start(
            DeclaredMongoDb need,
            ServerOrigin.Startable place,
            Product product,
            Optional<LoadedData> loaded,
            Path root,
            LogFile log)
            throws IOException {
        var data = root.resolve(DATA);
        if (loaded.isPresent()) {
            DataDirectory.copy(loaded.get().directory(), data);
        } else {
            Files.createDirectory(data);
        }
        return new Begun(new Mongod(place, product, data, log), launched -> {
            var url = ServerUrl.own(MongoDb.NAME, launched.port());
            return new Usable(MongoDb.placeholders(url, need), new MongoDbCounter(MongoDbAccess.to(url)));
        });
    }

    private Optional<String> load(MongoDbData data, ServerOrigin.Startable place, Product product, Path directory)
            throws IOException, InterruptedException {
        var servers = context.servers();
        var mongod = new Mongod(place, product, directory, servers.prepareLog("mongodb-load"));
        return servers.once(mongod, Optional.of(SHUTDOWN_LIMIT), launched -> {
            var url = ServerUrl.own(MongoDb.NAME, launched.port());
            var service = launched.service();
            var server = new MongoDbAccess.OwnServer(
                    product.toString(),
                    service::isAlive,
                    service.log(),
                    "correct what it says",
                    context.starter()::isClosed,
                    context.clock());
            return server.load(url, access -> {
                var measured = data.load(access, url, MongoDb.SERVER.program());
                shutDown(access);
                return measured;
            });
        });
    }

    private static void shutDown(MongoDbAccess access) {
        try {
            access.command("shutdown");
        } catch (MongoException e) {
            // It closes the connection without an answer; whether it ended is checked in any case.
        }
    }
}
