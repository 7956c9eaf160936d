package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import dev.ralbench.Clock;
import java.util.ArrayList;
import org.bson.Document;

/**
 * Puts the ten documents of the query where it takes as long as the study's, by changing the class of ten documents and
 * changing it back. The store must have no index of classes: it looks at one document after the other, up to the tenth
 * match.
 *
 * @param documents of the collection, without the ten
 */
record QueryCalibration(MongoCollection<Document> collection, StudyDocuments documents, Clock clock) {
    /** 5 connections / 297.67 requests per second, as published. */
    private static final double WANTED_MILLIS = 17;

    private static final double CLOSE_ENOUGH = 1.03;
    private static final int FIRST_GUESS = 30_000;
    private static final int MOST_MOVES = 8;

    /** Leaves ten documents there. */
    CalibratedQuery place() throws InterruptedException {
        var timer = timer();
        int tenth = Math.min(FIRST_GUESS, documents.count());
        move(0, tenth);
        timer.warmUp();
        var best = new TimedQuery(tenth, timer.aloneMillis());
        var last = best;
        for (int i = 0; i < MOST_MOVES && better(last) != last.tenth(); i++) {
            move(last.tenth(), better(last));
            last = new TimedQuery(better(last), timer.aloneMillis());
            best = last.distance() < best.distance() ? last : best;
        }
        move(last.tenth(), best.tenth());
        return measured(best.tenth(), timer);
    }

    /** How long a query took with the tenth match there. */
    private record TimedQuery(int tenth, double millis) {
        /** The ratio of the time to the wanted one, at least 1. */
        double distance() {
            return Math.max(millis / WANTED_MILLIS, WANTED_MILLIS / millis);
        }
    }

    /** Measures the query when its ten documents are there already. */
    CalibratedQuery measure(int tenth) throws InterruptedException {
        var timer = timer();
        timer.warmUp();
        return measured(tenth, timer);
    }

    private QueryTimer timer() {
        return new QueryTimer(collection, clock);
    }

    private static CalibratedQuery measured(int tenth, QueryTimer timer) throws InterruptedException {
        return new CalibratedQuery(tenth, timer.aloneMillis(), timer.togetherMillis());
    }

    /** The time grows with the number of documents before the tenth. */
    private int better(TimedQuery look) {
        if (look.distance() < CLOSE_ENOUGH) {
            return look.tenth();
        }
        long wanted = Math.round(look.tenth() * WANTED_MILLIS / look.millis());
        return Math.clamp(wanted, StudyDocuments.MATCHES, documents.count());
    }

    private void move(int from, int to) {
        var changes = new ArrayList<UpdateOneModel<Document>>();
        documents.withTenth(from).matches().forEach(index -> changes.add(change(index, documents.className(index))));
        documents.withTenth(to).matches().forEach(index -> changes.add(change(index, StudyDocuments.MATCH)));
        collection.bulkWrite(changes);
    }

    private UpdateOneModel<Document> change(int index, String className) {
        return new UpdateOneModel<>(eq("_id", documents.id(index)), set("class", className));
    }
}
