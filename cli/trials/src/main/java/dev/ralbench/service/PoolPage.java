package dev.ralbench.service;

import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Pools by the page of counters of their service. To ask for a page takes the service a thread and CPU time, so that it is
 * asked once a second only if it has shown a pool that the beans do not; until then, once in a window, because some
 * services make their pools with the first request or later. Used by one thread.
 */
final class PoolPage {
    private final Supplier<CompletableFuture<Optional<Map<String, Double>>>> page;
    private final int port;
    private Set<String> inBeans = Set.of();
    private boolean hasPools;
    private CompletableFuture<Optional<Map<String, Double>>> asked =
            CompletableFuture.completedFuture(Optional.empty());

    /**
     * Asks for nothing yet.
     *
     * @param page asks for all of its values
     * @param port on which the target listens
     */
    PoolPage(Supplier<CompletableFuture<Optional<Map<String, Double>>>> page, int port) {
        this.page = page;
        this.port = port;
    }

    /** Whether it has shown a pool beyond those of the beans. */
    boolean hasPools() {
        return hasPools;
    }

    /**
     * Reads the page, and waits for the answer; no pools if the service does not answer within a second.
     *
     * @param overJmx the pools that beans show
     */
    Map<String, PoolUse> read(Map<String, PoolUse> overJmx) {
        askAnyway();
        try {
            asked.get();
        } catch (ExecutionException e) {
            // A service that is too busy to answer is a finding, not a mistake: its pools are not known then.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return take(overJmx);
    }

    /** Asks for a sample if there is something to sample, without waiting. */
    void ask() {
        if (hasPools) {
            askAnyway();
        }
    }

    /** A window begins: asks whether there are pools by now, without waiting. */
    void windowBegins() {
        if (!hasPools) {
            askAnyway();
        }
    }

    /** Unless an answer is still owed: a service that is late must not make the caller wait. */
    private void askAnyway() {
        if (asked.isDone()) {
            asked = page.get();
        }
    }

    /**
     * The last answer; empty if there was none since the last call.
     *
     * @param overJmx the pools that beans show; none if they were late
     */
    Map<String, PoolUse> take(Map<String, PoolUse> overJmx) {
        inBeans = overJmx.isEmpty() ? inBeans : Set.copyOf(overJmx.keySet());
        if (!asked.isDone()) {
            return Map.of();
        }
        var answer = asked.isCompletedExceptionally() ? Optional.<Map<String, Double>>empty() : asked.join();
        asked = CompletableFuture.completedFuture(Optional.empty());
        var pools = answer.map(values -> PagePools.of(values, port)).orElse(Map.of());
        hasPools = hasPools || !inBeans.containsAll(pools.keySet());
        return hasPools ? pools : Map.of();
    }
}
