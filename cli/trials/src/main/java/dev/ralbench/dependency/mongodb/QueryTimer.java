package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
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

/** Times the study's query for ten documents: by one client, and by as many as the service has connections. */
record QueryTimer(MongoCollection<Document> collection, Clock clock) {
    /** Compilers and caches of both sides are done by then. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LEAD_IN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long TOGETHER_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int QUERIES = 41;

    void warmUp() throws InterruptedException {
        queriesUntil(clock.nanoTime() + WARM_UP_NANOS);
    }

    /** The lower quartile: what others do on the machine makes queries slower, never faster. */
    double aloneMillis() throws InterruptedException {
        var millis = new double[QUERIES];
        for (int i = 0; i < QUERIES; i++) {
            millis[i] = queryMillis();
        }
        Arrays.sort(millis);
        return millis[QUERIES / 4];
    }

    /** The mean, because the queries per second follow from it: five divided by it. */
    double togetherMillis() throws InterruptedException {
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
