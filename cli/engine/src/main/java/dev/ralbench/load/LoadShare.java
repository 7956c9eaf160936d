package dev.ralbench.load;

/**
 * The part of a load that one of several generators sends. Of users, arrivals and rows, numbered from 0, it has every n-th
 * one, so at every moment of a ramp the parts differ by one at most, and add up to the whole.
 *
 * @param part which of them, from 0
 * @param parts how many generators there are; 0 for the one that sends nothing, but keeps time for all
 */
public record LoadShare(int part, int parts) {
    /** One generator that sends everything. */
    public static final LoadShare WHOLE = new LoadShare(0, 1);

    /** Sends nothing. */
    public static final LoadShare NOTHING = new LoadShare(0, 0);

    public LoadShare {
        if (part < 0 || parts < 0 || part >= Math.max(1, parts)) {
            throw new IllegalArgumentException("share: must be one of the parts, got " + part + " of " + parts);
        }
    }

    /** Whether this generator sends nothing. */
    public boolean isNothing() {
        return parts == 0;
    }

    /** How many of so many users are its own. */
    public int of(int users) {
        return isNothing() ? 0 : users / parts + (part < users % parts ? 1 : 0);
    }

    /** The part of all arrivals that are its own: connections are needed for them, so many for all. */
    double ofArrivals(int connections) {
        int generators = Math.min(parts, connections);
        return part < generators ? 1.0 / generators : 0;
    }

    /** The number, in the whole, of what has a number among its own. */
    public long numberOf(long own) {
        return part + own * parts;
    }

    /**
     * How many of the requests that all users of a phase share are those of its users. The shares of all generators add up
     * to the requests, and each is less than one away from what its users are due.
     */
    long ofRequests(long requests, int users) {
        if (isNothing() || users == 0) {
            return 0;
        }
        long before = 0;
        for (int other = 0; other < part; other++) {
            before += new LoadShare(other, parts).of(users);
        }
        return upTo(requests, before + of(users), users) - upTo(requests, before, users);
    }

    /** Of requests in a row, those of the first users: rounded down, without the product of both, which may be too large. */
    private static long upTo(long requests, long first, int users) {
        return requests / users * first + requests % users * first / users;
    }
}
