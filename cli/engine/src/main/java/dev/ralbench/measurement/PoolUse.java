package dev.ralbench.measurement;

import java.util.OptionalInt;

/**
 * The use of one pool of a target, by samples that are taken about once a second: shorter peaks are missed.
 *
 * @param holds what it lends
 * @param limit most that may be in use; empty if the pool has no limit, or does not say
 * @param inUsePeak most in use at one sample
 * @param inUseMean mean of all samples
 * @param waitingPeak most that waited for one at one sample; empty if the pool does not say
 * @param samples how many there were, at least one
 */
public record PoolUse(
        Resource holds, OptionalInt limit, int inUsePeak, double inUseMean, OptionalInt waitingPeak, long samples) {

    /** What a pool lends. */
    public enum Resource {
        THREADS,
        CONNECTIONS,
    }

    /** The use at one moment. */
    public static PoolUse sample(Resource holds, OptionalInt limit, int inUse, OptionalInt waiting) {
        return new PoolUse(holds, limit, inUse, inUse, waiting, 1);
    }

    /** The samples of both. A limit that changed counts as the larger one. */
    public PoolUse plus(PoolUse other) {
        long all = samples + other.samples;
        return new PoolUse(
                holds,
                larger(limit, other.limit),
                Math.max(inUsePeak, other.inUsePeak),
                (inUseMean * samples + other.inUseMean * other.samples) / all,
                larger(waitingPeak, other.waitingPeak),
                all);
    }

    /** Unknown unless both are known: the other one may be larger. */
    private static OptionalInt larger(OptionalInt one, OptionalInt other) {
        return one.isEmpty() || other.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(one.getAsInt(), other.getAsInt()));
    }
}
