package dev.ralbench.load.data;

import dev.ralbench.Failure;
import dev.ralbench.load.Feeder;
import dev.ralbench.load.LoadShare;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Feeds rows to users in an order. All that is left to chance is computed from the seed and a position, so an order of a
 * million rows takes no memory, and users that have an order each need no place to keep it.
 */
public final class RowFeeder implements Feeder {
    /** With half as many, some places of a few rows would be preferred by a twelfth. */
    private static final int ROUNDS = 8;

    private final String name;
    private final Rows rows;
    private final Way way;
    private final long seed;
    private final LoadShare share;
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean isUsedUp;

    /**
     * A feeder of one load, before its first row.
     *
     * @param name of it, for messages; feeders of the same seed differ by it
     */
    public RowFeeder(String name, Rows rows, Way way, long seed) {
        this(name, rows, way, seed, LoadShare.WHOLE);
    }

    /**
     * Likewise, of a part of a load: of the rows that all users share, the parts have none in common.
     *
     * @param share the part
     */
    public RowFeeder(String name, Rows rows, Way way, long seed, LoadShare share) {
        this.share = share;
        this.name = name;
        this.rows = rows;
        this.way = way;
        this.seed = mixed(seed ^ mixed(name.hashCode()));
    }

    /**
     * How rows are given out.
     *
     * @param perUser whether each user goes through all rows by itself; otherwise all users share one position
     */
    public record Way(Order order, boolean perUser, AtEnd atEnd) {
        /**
         * Checks that they go together.
         *
         * @throws IllegalArgumentException of a random order that is to be per user, or to end
         */
        public Way {
            if (order == Order.RANDOM && perUser) {
                throw new IllegalArgumentException(
                        "perUser: does not go with order: random, which gives any row each time");
            }
            if (order == Order.RANDOM && atEnd != AtEnd.AGAIN) {
                throw new IllegalArgumentException(
                        "atEnd: does not go with order: random, which has no end; write order: shuffled");
            }
        }
    }

    /** The order of rows. */
    public enum Order {
        /** As in the file. A user that goes by itself begins at the row of its own number. */
        SEQUENTIAL,
        /** Each row once in a round, in an order that chance decides; another one in each round. */
        SHUFFLED,
        /** Any row each time. */
        RANDOM,
    }

    /** The event after the last row. */
    public enum AtEnd {
        /** The first row follows. */
        AGAIN,
        /** The user stops. */
        STOP,
        /** The load ends, and the run fails. */
        ERROR,
    }

    @Override
    public Optional<List<String>> next(int user, long turn) {
        if (isUsedUp) {
            return Optional.empty();
        }
        long position = way.perUser() || way.order() == Order.RANDOM ? turn : share.numberOf(taken.getAndIncrement());
        if (way.atEnd() != AtEnd.AGAIN && position >= rows.size()) {
            // Those of other users may have more; but a failure ends the load for all.
            isUsedUp = !way.perUser() || way.atEnd() == AtEnd.ERROR;
            return Optional.empty();
        }
        return Optional.of(rows.row(index(user, position)));
    }

    @Override
    public List<String> example() {
        return rows.row(index(0, 0));
    }

    private int index(int user, long position) {
        int size = rows.size();
        long round = position / size;
        int inRound = (int) (position % size);
        int ofUser = way.perUser() ? user : 0;
        return switch (way.order()) {
            case SEQUENTIAL -> (int) ((inRound + (long) ofUser) % size);
            case SHUFFLED -> shuffled(inRound, size, mixed(mixed(seed + ofUser) + round));
            case RANDOM -> (int) Math.unsignedMultiplyHigh(mixed(mixed(seed + user) + position), size);
        };
    }

    /**
     * The place of a number in an order of all below a size: a Feistel network on the next larger square of a power of two,
     * walked until it is within the size.
     */
    private static int shuffled(int number, int size, long key) {
        int bits = (Integer.SIZE - Integer.numberOfLeadingZeros(size - 1) + 1) / 2;
        long mask = (1L << bits) - 1;
        long at = number;
        do {
            long left = at >>> bits;
            long right = at & mask;
            for (int round = 0; round < ROUNDS; round++) {
                long old = right;
                right = left ^ (mixed(key + right * ROUNDS + round) & mask);
                left = old;
            }
            at = (left << bits) | right;
        } while (at >= size);
        return (int) at;
    }

    /** Stafford's variant 13 of the finalizer of MurmurHash3, over steps of the golden ratio. */
    private static long mixed(long number) {
        long z = (number + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    @Override
    public boolean isForOnce() {
        return way.atEnd() != AtEnd.AGAIN;
    }

    @Override
    public boolean isUsedUp() {
        return isUsedUp;
    }

    @Override
    public String words() {
        return name + " (" + rows.size() + (rows.size() == 1 ? " row)" : " rows)");
    }

    @Override
    public Optional<Failure> failure() {
        return isUsedUp && way.atEnd() == AtEnd.ERROR
                ? Optional.of(
                        Failure.environment(
                                "the data of " + words() + " was used up before the load was over",
                                "data." + name + ".atEnd is error; what was measured until then is in the result",
                                "give it more rows, make the load shorter, or write atEnd: again (begin again) or stop (end there)"))
                : Optional.empty();
    }
}
