package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** MongoDB servers that run already. Data is loaded if none of it is there; otherwise it is only checked, because it is the user's. */
record ExternalMongoDb(MongoDbData data) {
    /** The collection, next to the scenario's, that says what was loaded, and whether that came to its end. */
    private static final String MARKS = "ralbench_load";

    private static final String ID = "_id";
    private static final String COMPLETE = "complete";
    private static final String COLLECTIONS = "collections";
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
        if (!isThere(access) && !data.isNothingLoaded()) {
            return load(access, url);
        }
        var marks = marks(access).find().map(Mark::of).into(new ArrayList<>()).stream()
                .filter(this::isOfThese)
                .toList();
        var own =
                marks.stream().filter(mark -> mark.key().equals(data.content())).findFirst();
        if (marks.stream().anyMatch(mark -> !mark.isComplete())) {
            throw Failure.environment(
                    "loading data into " + database(url) + " was begun and not finished",
                    "the collections hold a part of it, and ralbench does not change collections that exist already",
                    "drop its collections, " + MARKS + " among them, to have it loaded again");
        }
        if (own.isEmpty() && !marks.isEmpty()) {
            throw Failure.environment(
                    database(url) + " holds other data than " + data.title(),
                    "ralbench loaded it by another command or from other files than the scenario has now, as " + MARKS
                            + " says",
                    FIX);
        }
        data.verify(access, url, FIX);
        data.verifySamples(access, url, FIX);
        if (own.isEmpty() && data.need().load().isPresent()) {
            data.context()
                    .notes()
                    .accept(database(url) + ": documents are there, and nothing says where they come from; the command"
                            + " of needs.mongodb.load was not run");
        }
        return own.flatMap(Mark::calibrated);
    }

    private Optional<String> load(MongoDbAccess access, ServerUrl url) throws InterruptedException {
        data.context().notes().accept("loading " + data.title() + " into MongoDB at " + url.address() + " (once) ...");
        forgetWhatIsGone(access);
        var mark = new Mark(data.content(), false, collections(), Optional.empty());
        mark.write(marks(access));
        var calibrated = data.load(access, url, MongoDb.SERVER.program());
        mark.completed(calibrated).write(marks(access));
        return calibrated;
    }

    private String database(ServerUrl url) {
        return "database " + data.need().database() + " at " + url.address();
    }

    /** A command may fill any collection of the database. */
    private boolean isThere(MongoDbAccess access) {
        var names = new LinkedHashSet<>(data.need().data().keySet());
        names.addAll(data.need().documents().keySet());
        boolean isOfAny = names.isEmpty() || data.need().load().isPresent();
        return isOfAny ? isAnyThere(access) : names.stream().anyMatch(name -> holdsDocuments(access, name));
    }

    private boolean isAnyThere(MongoDbAccess access) {
        return access.collections(data.need().database()).stream()
                .filter(name -> !name.equals(MARKS))
                .anyMatch(name -> holdsDocuments(access, name));
    }

    private boolean holdsDocuments(MongoDbAccess access, String collection) {
        return access.collection(data.need().database(), collection).find().first() != null;
    }

    /** Those that are filled from files; empty if a command may fill any. */
    private Optional<Set<String>> collections() {
        return data.need().load().isPresent()
                ? Optional.empty()
                : Optional.of(data.need().data().keySet());
    }

    /** Whether what was loaded is what the scenario needs, or stands in its place. */
    private boolean isOfThese(Mark mark) {
        var need = data.need();
        // A scenario that only checks documents takes them from wherever they come, if they are whole.
        boolean isAny = mark.collections().isEmpty() || need.load().isPresent();
        if (isAny) {
            boolean isLoading = need.load().isPresent() || !need.data().isEmpty();
            return isLoading || !mark.isComplete();
        }
        var needed = new LinkedHashSet<>(need.data().keySet());
        if (!mark.isComplete()) {
            needed.addAll(need.documents().keySet());
        }
        return !Collections.disjoint(needed, mark.collections().get());
    }

    /** The collections that are loaded now are empty, so that what marks say of them is no longer so. */
    private void forgetWhatIsGone(MongoDbAccess access) {
        if (isAnyThere(access)) {
            marks(access).deleteMany(in(COLLECTIONS, collections().orElse(Set.of())));
        } else {
            marks(access).deleteMany(new BsonDocument());
        }
    }

    private MongoCollection<BsonDocument> marks(MongoDbAccess access) {
        return access.collection(data.need().database(), MARKS);
    }

    /**
     * What ralbench loaded once.
     *
     * @param key of the data
     * @param collections that it is in; empty if that is not known
     * @param calibrated what was measured then, in words
     */
    private record Mark(
            String key, boolean isComplete, Optional<Set<String>> collections, Optional<String> calibrated) {
        static Mark of(BsonDocument document) {
            return new Mark(
                    document.getString(ID).getValue(),
                    document.getBoolean(COMPLETE, BsonBoolean.TRUE).getValue(),
                    document.containsKey(COLLECTIONS)
                            ? Optional.of(new LinkedHashSet<>(document.getArray(COLLECTIONS).stream()
                                    .map(name -> name.asString().getValue())
                                    .toList()))
                            : Optional.empty(),
                    document.containsKey(CALIBRATED)
                            ? Optional.of(document.getString(CALIBRATED).getValue())
                            : Optional.empty());
        }

        Mark completed(Optional<String> measured) {
            return new Mark(key, true, collections, measured);
        }

        void write(MongoCollection<BsonDocument> marks) {
            var document = new BsonDocument(ID, new BsonString(key)).append(COMPLETE, BsonBoolean.valueOf(isComplete));
            collections.ifPresent(names -> document.append(COLLECTIONS, array(names)));
            calibrated.ifPresent(text -> document.append(CALIBRATED, new BsonString(text)));
            marks.replaceOne(eq(ID, key), document, new ReplaceOptions().upsert(true));
        }

        private static BsonArray array(Set<String> names) {
            return new BsonArray(names.stream().map(BsonString::new).toList());
        }
    }
}
