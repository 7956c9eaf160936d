package dev.ralbench.load;

import dev.ralbench.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The values of one user's requests, one request after the other: the same in each load of the same seed, whatever the
 * target does. Belongs to the user's event loop.
 */
public final class UserValues {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final int user;
    private final Clock clock;
    /** Of the user, and of its present journey: what fails in one changes nothing in the next. */
    private final SplittableRandom ofUser;

    private SplittableRandom random;
    private final List<Feeder> feeders;
    private final List<List<String>> rows = new ArrayList<>();
    /** What it remembers of the present journey, of what it sent before all of them, and what all users know. */
    private final Map<String, String> variables = new HashMap<>();

    private final Map<String, String> lasting = new HashMap<>();
    private final Map<String, String> given;
    private boolean isBeforeJourneys;
    private @Nullable SplittableRandom ofSetup;
    /** How many rows it has taken of each feeder. */
    private final long[] turns;

    private final Optional<Replay> replay;
    /** Of the present request, in the replay. */
    private int position;

    private long requests;

    /**
     * Before the first request.
     *
     * @param user its number, from 0
     * @param feeders of all users
     * @param replay whose requests are sent, if there is one
     * @param given variables that all users have
     */
    UserValues(
            int user,
            long seed,
            List<Feeder> feeders,
            Optional<Replay> replay,
            Map<String, String> given,
            Clock clock) {
        this.replay = replay;
        this.user = user;
        this.given = given;
        this.clock = clock;
        this.feeders = feeders;
        this.turns = new long[feeders.size()];
        feeders.forEach(feeder -> rows.add(List.of()));
        this.ofUser = new SplittableRandom(seed + (user + 1L) * GOLDEN_GAMMA);
        this.random = ofUser;
    }

    /** Begins the next request. */
    void nextRequest() {
        requests++;
    }

    /** Begins the next journey, and forgets the one before. */
    void nextJourney() {
        forget();
        isBeforeJourneys = false;
        random = ofUser;
    }

    /**
     * Begins what is sent before all journeys, or after them. How often that happens is up to the target, so it has a
     * course of chance of its own.
     *
     * @param isBefore whether its values last: those of an earlier time are forgotten then
     */
    void beginSetup(boolean isBefore) {
        forget();
        isBeforeJourneys = isBefore;
        if (isBefore) {
            lasting.clear();
        }
        if (ofSetup == null) {
            ofSetup = ofUser.split();
        }
        random = ofSetup;
    }

    /**
     * Takes the rows of the journey.
     *
     * @param used the feeders that it needs a row of
     * @return false if one of them has none left
     */
    boolean takeRows(int[] used) {
        for (int feeder : used) {
            var row = feeders.get(feeder).next(user, turns[feeder]++);
            if (row.isEmpty()) {
                return false;
            }
            rows.set(feeder, row.get());
        }
        return true;
    }

    /** The present request is that one of the replay. */
    void replays(int ofReplay) {
        position = ofReplay;
    }

    int position() {
        return position;
    }

    void addLoggedPath(Bytes out) {
        replay.orElseThrow().addPath(position, out);
    }

    /** From now on, until the end of the journey, chance has a course of its own. */
    void branch() {
        random = ofUser.split();
    }

    void remember(String variable, String value) {
        (isBeforeJourneys ? lasting : variables).put(variable, value);
    }

    /** Forgets what the user remembers of the present journey. */
    void forget() {
        if (!variables.isEmpty()) {
            variables.clear();
        }
    }

    /** Looks at the values of the first request, and takes no row. */
    void look() {
        requests++;
        for (int i = 0; i < turns.length; i++) {
            rows.set(i, feeders.get(i).example());
        }
        replay.ifPresent(log -> position = log.example());
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
        var own = variables.get(name);
        if (own == null) {
            own = lasting.get(name);
        }
        return Optional.ofNullable(own == null ? given.get(name) : own);
    }

    String field(int feeder, int column) {
        return rows.get(feeder).get(column);
    }
}
