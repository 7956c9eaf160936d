package dev.ralbench.bottleneck;

import dev.ralbench.measurement.PoolUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a pool that the target itself shows is the bottleneck: all that it lends is in use, and requests wait. Of
 * connections that are waited for, this needs no second level, and no knowledge of service times. Threads may all be busy
 * because they wait for something that the target does not show. Pure.
 *
 * @param levels all of the trial
 */
record FullPools(List<LevelEvidence> levels, BusyWorkers workers) {
    /** The share of the limit that is in use on average; samples are taken once a second. */
    private static final double FULL = 0.9;
    /** The same if most requests wait for it: between two of them it is free until the next one gets a CPU. */
    private static final double FULL_WITH_A_QUEUE = 0.8;
    /** The share of the requests under way that are most. */
    private static final double MOST = 0.5;
    /** How many times the limit must be under way, so that some requests wait for sure. */
    private static final double MANY_MORE = 1.15;
    /** How much less than at another level may be served while the pool is the limit. */
    private static final double FLAT = 0.1;

    /** What a full pool says of its level, weakest first. */
    private enum Rank {
        /** Whether requests wait for one is not known. */
        CONNECTIONS,
        /** Threads that wait for a connection are all busy too: the connections are what they lack. */
        THREADS,
        WAITED_FOR_CONNECTIONS
    }

    private record Full(String name, PoolUse use) {
        int limit() {
            return use.limit().orElse(Integer.MAX_VALUE);
        }

        boolean isWaitedFor() {
            return use.waitingPeak().orElse(0) > 0;
        }

        Rank rank() {
            return use.holds() == PoolUse.Resource.THREADS
                    ? Rank.THREADS
                    : isWaitedFor() ? Rank.WAITED_FOR_CONNECTIONS : Rank.CONNECTIONS;
        }

        Bottleneck.Pool bottleneck() {
            return new Bottleneck.Pool(name, use.holds(), limit(), use.waitingPeak());
        }
    }

    /** Connections that requests wait for. */
    Optional<Bottleneck.Pool> connections(LevelEvidence level) {
        return highest(level)
                .filter(pool -> pool.rank() == Rank.WAITED_FOR_CONNECTIONS)
                .map(Full::bottleneck);
    }

    boolean areAllThreadsBusy(LevelEvidence level) {
        return highest(level).filter(pool -> pool.rank() == Rank.THREADS).isPresent();
    }

    /** Threads that requests keep for no longer than where nothing queues: they wait for nothing else. */
    Optional<Bottleneck> threads(LevelEvidence level) {
        return highest(level)
                .filter(pool -> pool.rank() == Rank.THREADS)
                .filter(pool -> workers.serviceMillis(level, pool.limit()).isPresent())
                .map(Full::bottleneck);
    }

    /** What is full, be it the cause or a sign of another one. */
    Optional<Bottleneck> busy(LevelEvidence level) {
        return highest(level).map(Full::bottleneck).map(Bottleneck.Busy::new);
    }

    /** The full pool that says most; empty if there are several such, because each may be a sign of the other. */
    private Optional<Full> highest(LevelEvidence level) {
        if (!level.isServed()) {
            return Optional.empty();
        }
        var full = all(level)
                .filter(pool -> isFull(pool, level) && isWaitedFor(pool, level) && isLimit(pool, level))
                .toList();
        var highest = full.stream().map(Full::rank).max(Rank::compareTo);
        var found = full.stream()
                .filter(pool -> highest.filter(pool.rank()::equals).isPresent())
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static Stream<Full> all(LevelEvidence level) {
        return pools(level).entrySet().stream().map(pool -> new Full(pool.getKey(), pool.getValue()));
    }

    private static Map<String, PoolUse> pools(LevelEvidence level) {
        return level.window().views().inside().flatMap(inside -> inside.pools()).orElse(Map.of());
    }

    private static boolean isFull(Full pool, LevelEvidence level) {
        boolean isQueue = pool.use.waitingPeak().orElse(0) >= MOST * level.inFlight();
        return pool.use.inUsePeak() >= pool.limit()
                && pool.use.inUseMean() >= (isQueue ? FULL_WITH_A_QUEUE : FULL) * pool.limit();
    }

    /** A pool of background work may be waited for by no request. */
    private static boolean isWaitedFor(Full pool, LevelEvidence level) {
        boolean doesSay = pool.use.waitingPeak().isPresent();
        return doesSay
                ? pool.isWaitedFor() && level.inFlight() > pool.limit()
                : level.inFlight() >= MANY_MORE * pool.limit();
    }

    /** Whether goodput is about the same wherever the pool is as full. What it follows otherwise is something else. */
    private boolean isLimit(Full pool, LevelEvidence level) {
        return levels.stream()
                .filter(other -> other.isServed() && isFullAt(pool, other))
                .noneMatch(
                        other -> other.perSecond() > (1 + FLAT) * level.perSecond() || level.isProportionalTo(other));
    }

    private static boolean isFullAt(Full pool, LevelEvidence other) {
        return Optional.ofNullable(pools(other).get(pool.name))
                .filter(use -> use.limit().equals(pool.use.limit()) && isFull(new Full(pool.name, use), other))
                .isPresent();
    }

    /** Whether the target shows a pool of so many threads that has some left, whatever a guess from outside says. */
    static boolean haveThreadsLeft(LevelEvidence level, int threads) {
        return pools(level).values().stream()
                .filter(pool ->
                        pool.holds() == PoolUse.Resource.THREADS && pool.limit().orElse(0) == threads)
                .anyMatch(pool -> pool.inUsePeak() < threads);
    }
}
