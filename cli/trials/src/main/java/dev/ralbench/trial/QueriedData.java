package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.load.data.Rows;
import dev.ralbench.scenario.ScenarioData.Query;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rows that databases have for requests. Each query is asked once in a run, before its first load: a target may change
 * its data, and all trials are to send the same.
 */
final class QueriedData {
    private final Map<String, Query> queries;
    private final Map<String, Rows> found = new LinkedHashMap<>();
    /** Variants that take turns are started at the same time. */
    private final ReentrantLock lock = new ReentrantLock();

    /** @param queries by the names of their feeds */
    QueriedData(Map<String, Query> queries) {
        this.queries = Map.copyOf(queries);
    }

    /**
     * The rows of each query by its name.
     *
     * @param dependencies that are up and filled
     * @throws Failure if a query cannot be asked, or finds nothing
     */
    Map<String, Rows> of(TrialDependencies dependencies) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (var query : queries.entrySet()) {
                if (!found.containsKey(query.getKey())) {
                    found.put(query.getKey(), rows(query.getKey(), query.getValue(), dependencies));
                }
            }
            return Map.copyOf(found);
        } finally {
            lock.unlock();
        }
    }

    private static Rows rows(String name, Query query, TrialDependencies dependencies) throws InterruptedException {
        try {
            return dependencies.environment().rows(query.dependency(), query.sql());
        } catch (IllegalArgumentException e) {
            throw Failure.environment(
                            "data." + name + ".sql " + e.getMessage(),
                            "asked of " + query.dependency() + ": " + query.sql(),
                            "correct the query, or the data of " + query.dependency())
                    .causedBy(e);
        }
    }
}
