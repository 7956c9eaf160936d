package dev.ralbench.bottleneck;

import dev.ralbench.measurement.PoolUse;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a pool that the target itself shows is the bottleneck: all that it lends is in use, and requests wait. This needs
 * no second level, and no knowledge of service times. Pure.
 */
final class FullPools {
    /** The share of the limit that is in use on average; samples are taken once a second. */
    private static final double FULL = 0.9;
    /** How many times the limit must be under way if the pool does not say how many wait. */
    private static final double MANY_MORE = 1.15;

    private FullPools() {}

    static Optional<Bottleneck> at(LevelEvidence level) {
        if (!level.isServed()) {
            return Optional.empty();
        }
        return full(level)
                .max(Comparator.comparingInt(pool -> rank(pool.getValue())))
                .map(pool -> new Bottleneck.Pool(
                        pool.getKey(),
                        pool.getValue().holds(),
                        pool.getValue().limit().orElseThrow(),
                        pool.getValue().waitingPeak()));
    }

    /** Threads that wait for a connection are all busy too: the connections are what they lack. */
    private static int rank(PoolUse pool) {
        boolean areConnections = pool.holds() == PoolUse.Resource.CONNECTIONS;
        return areConnections && isWaitedFor(pool) ? 2 : areConnections ? 0 : 1;
    }

    private static Stream<Map.Entry<String, PoolUse>> full(LevelEvidence level) {
        return pools(level).entrySet().stream().filter(pool -> isFull(pool.getValue(), level));
    }

    private static Map<String, PoolUse> pools(LevelEvidence level) {
        return level.window().views().inside().flatMap(inside -> inside.pools()).orElse(Map.of());
    }

    private static boolean isFull(PoolUse pool, LevelEvidence level) {
        int limit = pool.limit().orElse(Integer.MAX_VALUE);
        return pool.inUsePeak() >= limit
                && pool.inUseMean() >= FULL * limit
                && (isWaitedFor(pool) || (pool.waitingPeak().isEmpty() && level.inFlight() >= MANY_MORE * limit));
    }

    private static boolean isWaitedFor(PoolUse pool) {
        return pool.waitingPeak().orElse(0) > 0;
    }

    /** Whether the target shows a pool of threads that has some left, whatever a guess from outside says. */
    static boolean haveThreadsLeft(LevelEvidence level) {
        return pools(level).values().stream()
                .filter(pool ->
                        pool.holds() == PoolUse.Resource.THREADS && pool.limit().isPresent())
                .anyMatch(pool -> pool.inUsePeak() < pool.limit().getAsInt());
    }
}
