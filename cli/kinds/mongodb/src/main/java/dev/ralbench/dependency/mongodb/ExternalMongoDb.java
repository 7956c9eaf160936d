package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.model.ReplaceOptions;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerUrl;
import java.util.LinkedHashSet;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** MongoDB servers that run already. Data is loaded if none of it is there; otherwise it is only checked, because it is the user's. */
record ExternalMongoDb(MongoDbData data) {
    /** The collection, next to the scenario's, that says whether loading came to its end. */
    private static final String MARK = "ralbench_load";

    private static final BsonString ID = new BsonString("data");
    private static final String COMPLETE = "complete";
    private static final String CALIBRATED = "calibrated";

    private static final String FIX =
            "ralbench changes no collection that holds documents: drop those of the scenario to"
                    + " have them loaded again, or name another database in the scenario";

    PreparedServer prepare(ServerUrl url) throws InterruptedException {
        return MongoDbAccess.ask(url, access -> {
            var product = MongoDb.ofServer(access.command("buildInfo"));
            var calibrated = ensure(access, url);
            var context = data.context();
            var server = PreparedExternalServer.watched(
                    MongoDb.NAME,
                    product,
                    url,
                    MongoDb.placeholders(url, data.need()),
                    () -> new MongoDbCounter(MongoDbAccess.to(url)),
                    context.clock());
            return calibrated.map(server::calibrated).orElse(server);
        });
    }

    private Optional<String> ensure(MongoDbAccess access, ServerUrl url) throws InterruptedException {
        var database = data.need().database();
        var mark = Optional.ofNullable(
                access.collection(database, MARK).find(eq("_id", ID)).first());
        boolean isThere = isThere(access);
        if (!isThere && !data.isNone()) {
            data.context()
                    .notes()
                    .accept("loading " + data.title() + " into MongoDB at " + url.address() + " (once) ...");
            mark(access, false, Optional.empty());
            var calibrated = data.load(access, url, MongoDb.SERVER.program());
            mark(access, true, calibrated);
            return calibrated;
        }
        if (mark.isPresent()
                && !mark.get().getBoolean(COMPLETE, BsonBoolean.TRUE).getValue()) {
            throw Failure.environment(
                    "loading " + data.title() + " into database " + database + " at " + url.address()
                            + " was begun and not finished",
                    "what is there is a part of it, and ralbench changes no collections that are there already",
                    "drop its collections, " + MARK + " among them, to have it loaded again");
        }
        data.verify(access, url, FIX);
        data.verifySamples(access, url, FIX);
        if (isThere && mark.isEmpty() && data.need().load().isPresent()) {
            data.context()
                    .notes()
                    .accept("database " + database + " at " + url.address() + ": documents are there; the command of"
                            + " needs.mongodb.load was not run");
        }
        return mark.filter(document -> document.containsKey(CALIBRATED))
                .map(document -> document.getString(CALIBRATED).getValue());
    }

    private boolean isThere(MongoDbAccess access) {
        var names = new LinkedHashSet<>(data.need().data().keySet());
        names.addAll(data.need().documents().keySet());
        var looked = names.isEmpty() ? access.collections(data.need().database()) : names;
        return looked.stream()
                .filter(name -> !name.equals(MARK))
                .anyMatch(name ->
                        access.collection(data.need().database(), name).find().first() != null);
    }

    private void mark(MongoDbAccess access, boolean isComplete, Optional<String> calibrated) {
        var document = new BsonDocument("_id", ID).append(COMPLETE, BsonBoolean.valueOf(isComplete));
        calibrated.ifPresent(text -> document.append(CALIBRATED, new BsonString(text)));
        access.collection(data.need().database(), MARK)
                .replaceOne(eq("_id", ID), document, new ReplaceOptions().upsert(true));
    }
}
