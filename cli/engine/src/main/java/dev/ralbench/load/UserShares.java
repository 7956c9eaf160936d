package dev.ralbench.load;

import java.util.Arrays;
import java.util.List;

/**
 * Parts of the users of a load: each user is of one class for its whole life. Of the first n users, each class has its
 * share of n, rounded down or up, for every n: so all moments of a ramp have the same mix, and each run has the same users.
 */
public final class UserShares {
    /** All users, in the unit of parts: a thousandth of a percent. */
    public static final int WHOLE = 100_000;

    private final List<Integer> parts;
    /** The class of each user; after the last of these, the first follows. */
    private final int[] classes;

    /**
     * The shares of some classes.
     *
     * @param parts of each class, in thousandths of a percent; each is above 0, and all add up to {@link #WHOLE}
     */
    public UserShares(List<Integer> parts) {
        if (parts.stream().anyMatch(part -> part <= 0)
                || parts.stream().mapToLong(Integer::longValue).sum() != WHOLE) {
            throw new IllegalArgumentException("parts: must be above 0 and add up to " + WHOLE + ", got " + parts);
        }
        this.parts = List.copyOf(parts);
        this.classes = classes(parts.stream().mapToLong(Integer::longValue).toArray());
    }

    /** The class of the user of a number, from 0. */
    public int of(int user) {
        return classes[user % classes.length];
    }

    /** How many of so many users each class has. */
    public List<Integer> counts(int users) {
        var counts = new Integer[parts.size()];
        Arrays.fill(counts, 0);
        for (int user = 0; user < users; user++) {
            counts[of(user)]++;
        }
        return List.of(counts);
    }

    /**
     * Tijdeman's algorithm for the chairman assignment problem (1980): no class is ever a whole user away from its share.
     * To take the class that lacks most is simpler, and leaves one of many classes more than a user behind.
     */
    private static int[] classes(long[] parts) {
        long period = WHOLE / Arrays.stream(parts).reduce(WHOLE, UserShares::greatestDivisor);
        var classes = new int[Math.toIntExact(period)];
        var counts = new long[parts.length];
        for (int user = 0; user < classes.length; user++) {
            int next = nextClass(parts, counts, user + 1);
            classes[user] = next;
            counts[next]++;
        }
        return classes;
    }

    /** Of the classes that may have another user, the one that must have it first. */
    private static int nextClass(long[] parts, long[] counts, int users) {
        if (parts.length == 1) {
            return 0;
        }
        long slack = 2L * parts.length - 2;
        int next = -1;
        long untilNext = 0;
        for (int i = 0; i < parts.length; i++) {
            long lacks = slack * (users * parts[i] - counts[i] * WHOLE);
            long untilDue = (slack - 1) * WHOLE - lacks;
            if (lacks >= WHOLE && (next < 0 || untilDue * parts[next] < untilNext * parts[i])) {
                next = i;
                untilNext = untilDue;
            }
        }
        return next;
    }

    private static long greatestDivisor(long one, long other) {
        return other == 0 ? one : greatestDivisor(other, one % other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UserShares shares && parts.equals(shares.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
