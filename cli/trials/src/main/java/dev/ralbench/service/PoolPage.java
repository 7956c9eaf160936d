package dev.ralbench.service;

import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Pools by the page of counters of their service, which is asked without waiting for it. Used by one thread. */
final class PoolPage {
    private final CountersPage page;
    private final int port;
    private CompletableFuture<Optional<Map<String, Double>>> asked =
            CompletableFuture.completedFuture(Optional.empty());

    private PoolPage(CountersPage page, int port) {
        this.page = page;
        this.port = port;
    }

    /**
     * Reads the page once; empty if it shows no pool beyond those that are known. To ask for a page takes the service a
     * thread and CPU time.
     *
     * @param port on which the target listens
     */
    static Optional<PoolPage> open(CountersPage page, int port, Map<String, PoolUse> known) {
        return Optional.of(new PoolPage(page, port))
                .filter(opened -> !known.keySet().containsAll(opened.read().keySet()));
    }

    /** Reads the page; empty if the service does not answer within a second. */
    Map<String, PoolUse> read() {
        return pools(page.read());
    }

    private Map<String, PoolUse> pools(Optional<Map<String, Double>> answer) {
        return answer.map(values -> PagePools.of(values, port)).orElse(Map.of());
    }

    /** Asks, unless an answer is still owed: a service that is late must not make the caller wait. */
    void ask() {
        if (asked.isDone()) {
            asked = page.ask();
        }
    }

    /** The last answer; empty if there was none since the last call. */
    Map<String, PoolUse> take() {
        if (!asked.isDone()) {
            return Map.of();
        }
        var answer = asked.isCompletedExceptionally() ? Optional.<Map<String, Double>>empty() : asked.join();
        asked = CompletableFuture.completedFuture(Optional.empty());
        return pools(answer);
    }
}
