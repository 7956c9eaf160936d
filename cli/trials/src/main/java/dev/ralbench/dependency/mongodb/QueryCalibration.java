package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/**
 * Puts the ten documents that are asked for where a query for them takes as long as the study's, by changing the class of
 * ten documents and changing it back. The store must have no index of classes: it looks at one document after the other,
 * up to the tenth match.
 *
 * @param documents of the collection, without the ten
 */
record QueryCalibration(MongoCollection<Document> collection, StudyDocuments documents, Clock clock) {
    /** 5 connections / 297.67 requests per second, as published. */
    private static final double WANTED_MILLIS = 17;

    private static final double CLOSE_ENOUGH = 1.03;
    private static final int FIRST_GUESS = 30_000;
    private static final int MOST_MOVES = 8;

    /** Compilers and caches of both sides are done by then. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LEAD_IN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long TOGETHER_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int QUERIES = 41;

    /** Leaves ten documents there. */
    CalibratedQuery place() throws InterruptedException {
        int tenth = Math.min(FIRST_GUESS, documents.count());
        move(0, tenth);
        warmUp();
        var best = new TimedQuery(tenth, aloneMillis());
        var last = best;
        for (int i = 0; i < MOST_MOVES && better(last) != last.tenth(); i++) {
            move(last.tenth(), better(last));
            last = new TimedQuery(better(last), aloneMillis());
            best = last.distance() < best.distance() ? last : best;
        }
        move(last.tenth(), best.tenth());
        return measured(best.tenth());
    }

    /** How long a query took with the tenth match there. */
    private record TimedQuery(int tenth, double millis) {
        /** How far the time is from the wanted one, as a ratio of at least 1. */
        double distance() {
            return Math.max(millis / WANTED_MILLIS, WANTED_MILLIS / millis);
        }
    }

    /** Measures the query when its ten documents are there already. */
    CalibratedQuery measure(int tenth) throws InterruptedException {
        warmUp();
        return measured(tenth);
    }

    private CalibratedQuery measured(int tenth) throws InterruptedException {
        return new CalibratedQuery(tenth, aloneMillis(), togetherMillis());
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

    private void warmUp() throws InterruptedException {
        queriesUntil(clock.nanoTime() + WARM_UP_NANOS);
    }

    /** The lower quartile: what others do on the machine makes queries slower, never faster. */
    private double aloneMillis() throws InterruptedException {
        var millis = new double[QUERIES];
        for (int i = 0; i < QUERIES; i++) {
            millis[i] = queryMillis();
        }
        Arrays.sort(millis);
        return millis[QUERIES / 4];
    }

    /** The mean, because the queries per second follow from it: five divided by it. */
    private double togetherMillis() throws InterruptedException {
        Callable<List<Double>> client = this::busyMillis;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = executor.invokeAll(Collections.nCopies(MongoDbAccess.MOST_CONNECTIONS, client));
            var millis = new ArrayList<Double>();
            for (var one : all) {
                millis.addAll(one.get());
            }
            return millis.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        }
    }

    private List<Double> busyMillis() throws InterruptedException {
        long start = clock.nanoTime();
        queriesUntil(start + LEAD_IN_NANOS);
        return queriesUntil(start + LEAD_IN_NANOS + TOGETHER_NANOS);
    }

    private List<Double> queriesUntil(long endNanos) throws InterruptedException {
        var millis = new ArrayList<Double>();
        do {
            millis.add(queryMillis());
        } while (clock.nanoTime() < endNanos);
        return millis;
    }

    private double queryMillis() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while queries were timed");
        }
        long start = clock.nanoTime();
        var found = collection
                .find(eq("class", StudyDocuments.MATCH))
                .limit(StudyDocuments.MATCHES)
                .into(new ArrayList<>());
        long end = clock.nanoTime();
        if (found.size() != StudyDocuments.MATCHES) {
            throw Failure.environment(
                    "the documents of class " + StudyDocuments.MATCH + " are not there",
                    "a query for ten of them found " + found.size(),
                    "see whether another program changes the collection");
        }
        return (end - start) / 1e6;
    }
}
