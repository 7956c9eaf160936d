package dev.ralbench.dependency.mongodb;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerUrl;
import java.util.Optional;
import java.util.function.Consumer;

/** MongoDB servers that run already. A collection is loaded if it is empty; otherwise it is only checked, because it is the user's. */
record ExternalMongoDb(CacheParts parts, Clock clock, Consumer<String> notes) {

    PreparedServer prepare(DeclaredMongoDb need, ServerUrl url) throws InterruptedException {
        return MongoDbAccess.ask(url, access -> {
            var product = MongoDbProduct.ofServer(access.command("buildInfo"));
            var calibration = calibrated(access, need, url, product);
            return PreparedExternalServer.watched(
                            MongoDbSupply.NAME,
                            product,
                            url,
                            MongoDbSupply.placeholders(url, need),
                            () -> new MongoDbCounter(MongoDbAccess.to(url)),
                            clock)
                    .calibrated(calibration.words(need.documents()));
        });
    }

    private CalibratedQuery calibrated(MongoDbAccess access, DeclaredMongoDb need, ServerUrl url, Product product)
            throws InterruptedException {
        var documents = StudyDocuments.of(need);
        var collection = new StudyCollection(access.collection(need), documents, url.address());
        if (collection.isEmpty()) {
            notes.accept("loading " + need.documents() + " documents into MongoDB at " + url.address() + " (once) ...");
            collection.load();
        }
        var queries = new QueryCalibration(access.collection(need), documents, clock);
        var found = collection.verify();
        var placed = found.isPresent() ? Optional.<CalibratedQuery>empty() : Optional.of(placed(queries, url));
        int tenth = found.or(() -> placed.map(CalibratedQuery::tenth)).orElseThrow();
        var key = CalibrationPart.key(url.address(), product.toString(), need.toString(), String.valueOf(tenth));
        return CalibrationPart.get(
                parts,
                key,
                "MongoDB at " + url.address(),
                () -> placed.isPresent() ? placed.get() : measured(queries, tenth, url));
    }

    private CalibratedQuery placed(QueryCalibration queries, ServerUrl url) throws InterruptedException {
        announce(url);
        return queries.place();
    }

    private CalibratedQuery measured(QueryCalibration queries, int tenth, ServerUrl url) throws InterruptedException {
        announce(url);
        return queries.measure(tenth);
    }

    private void announce(ServerUrl url) {
        notes.accept("measuring queries of MongoDB at " + url.address() + " (once) ...");
    }
}
