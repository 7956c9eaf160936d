package dev.ralbench.load;

import dev.ralbench.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The values of one user's requests, one request after the other: the same in each load of the same seed, whatever the
 * target does. Belongs to the user's event loop.
 */
public final class UserValues {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final int user;
    private final Clock clock;
    private final SplittableRandom random;
    private final List<Feeder> feeders;
    private final List<List<String>> rows = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private long requests;

    /**
     * Before the first request.
     *
     * @param user its number, from 0
     * @param feeders of all users
     */
    UserValues(int user, long seed, List<Feeder> feeders, Clock clock) {
        this.user = user;
        this.clock = clock;
        this.feeders = feeders;
        this.random = new SplittableRandom(seed + (user + 1L) * GOLDEN_GAMMA);
    }

    /**
     * Takes the values of the next request.
     *
     * @return false if a feeder has none left
     */
    boolean next() {
        requests++;
        rows.clear();
        for (int i = 0; i < feeders.size(); i++) {
            var row = feeders.get(i).next(user);
            if (row.isEmpty()) {
                return false;
            }
            rows.add(row.get());
        }
        return true;
    }

    int user() {
        return user;
    }

    /** How many requests there were, with the present one. */
    long requests() {
        return requests;
    }

    SplittableRandom random() {
        return random;
    }

    Instant now() {
        return clock.now();
    }

    /** What the user remembers by that name; empty if it is not set. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    String field(int feeder, int column) {
        return rows.get(feeder).get(column);
    }
}
