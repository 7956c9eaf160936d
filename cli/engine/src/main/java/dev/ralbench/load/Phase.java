package dev.ralbench.load;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A stretch of a {@link UserTimeline} with one rule for the number of users. Each phase is a window of its own in
 * the result, so that plateaus are never mixed with the ramps between them.
 */
public sealed interface Phase {
    /** A few words for displays, such as {@code ramp to 512}. */
    default String description() {
        var what = switch (this) {
            case Hold hold -> users(hold.users());
            case Slope slope -> "ramp to " + slope.usersTo();
            case Counted counted -> counted.requests() + " requests by " + users(counted.users());
            case WarmUp warmUp -> "warm-up: " + warmUp.requests() + " requests by " + users(warmUp.users());
            case LeadIn leadIn -> "lead-in, " + users(leadIn.users());
            case Turn turn -> users(turn.users());
            case Open open -> (open.isLevel() ? "" : "ramp to ") + Level.perSecond(open.rateTo());
        };
        return label().map(label -> label + ": " + what).orElse(what);
    }

    /** The name that the scenario gives it, to tell levels of equally many users apart. */
    Optional<String> label();

    /** This phase with a name. */
    Phase labelled(String name);

    private static String users(int count) {
        return count + (count == 1 ? " user" : " users");
    }

    /** Users at the beginning; of an open phase the connections that it may have. */
    int usersFrom();

    /** Users that the phase leads to; of an open phase the connections that it may have. */
    int usersTo();

    /** Length in seconds if the plan fixes it; empty if the phase lasts until its requests are done. */
    OptionalDouble plannedSeconds();

    /** Whether it is part of the offered load and of comparisons. */
    default boolean isMeasured() {
        return true;
    }

    /** Whether users or rate change meanwhile. */
    default boolean isRamp() {
        return this instanceof Slope || (this instanceof Open open && !open.isLevel());
    }

    /** A constant number of users for a fixed time: a plateau in the literature. */
    record Hold(int users, Duration length, Optional<String> label) implements Phase {
        /** A level without a name. */
        public Hold(int users, Duration length) {
            this(users, length, Optional.empty());
        }

        @Override
        public Hold labelled(String name) {
            return new Hold(users, length, Optional.of(name));
        }

        @Override
        public int usersFrom() {
            return users;
        }

        @Override
        public int usersTo() {
            return users;
        }

        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.of(Clock.seconds(length));
        }
    }

    /**
     * A linear change of users.
     *
     * @param fullLength the time in which {@code usersTo} would be reached
     * @param length how much of it is run; shorter than {@code fullLength} where the load is cut in mid-ramp
     */
    record Slope(int usersFrom, int usersTo, Duration fullLength, Duration length, Optional<String> label)
            implements Phase {
        /** A slope without a name. */
        public Slope(int usersFrom, int usersTo, Duration fullLength, Duration length) {
            this(usersFrom, usersTo, fullLength, length, Optional.empty());
        }

        @Override
        public Slope labelled(String name) {
            return new Slope(usersFrom, usersTo, fullLength, length, Optional.of(name));
        }

        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.of(Clock.seconds(length));
        }
    }

    /**
     * Lasts until a number of requests is done, or its time is over.
     *
     * @param ramp the time over which the users start, evenly
     * @param count requests of each user, or of all users together if {@code shared}
     * @param shared whether the users share the count
     * @param connectFirst whether all connections are opened before the first request of any user
     * @param within the time after which the rest of it is given up
     */
    record Counted(
            int users,
            Duration ramp,
            long count,
            boolean shared,
            boolean connectFirst,
            Optional<Duration> within,
            Optional<String> label)
            implements Phase {
        @Override
        public Counted labelled(String name) {
            return new Counted(users, ramp, count, shared, connectFirst, within, Optional.of(name));
        }

        @Override
        public int usersFrom() {
            return ramp.isZero() ? users : 0;
        }

        @Override
        public int usersTo() {
            return users;
        }

        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.empty();
        }

        /** Requests of all users together. */
        public long requests() {
            return shared ? count : Math.multiplyExact(count, users);
        }
    }

    /**
     * Requests that arrive at a rate, for a fixed time. It has connections instead of users: as many as arrivals need,
     * up to a limit.
     *
     * @param length how much of the rate's length is run; shorter if the load is cut in mid-ramp
     * @param connections at most
     */
    record Open(ArrivalRate rate, Duration length, Arrivals arrivals, int connections, Optional<String> label)
            implements Phase {
        @Override
        public Open labelled(String name) {
            return new Open(rate, length, arrivals, connections, Optional.of(name));
        }

        /** Whether the rate is the same all the time. */
        public boolean isLevel() {
            return rate.isConstant();
        }

        /** Requests per second at the end. */
        public double rateTo() {
            return rate.at(Clock.seconds(length));
        }

        /** Requests per second, at its beginning or at its end; of a replay in its busiest second. */
        public double highestRate() {
            return arrivals.replay().map(Replay::highestRate).orElseGet(() -> Math.max(rate.at(0), rateTo()));
        }

        /** The integral of the rate over the length: requests that are to be sent. */
        public double dueArrivals() {
            return arrivals.replay()
                    .map(replay -> (double) replay.dueBefore(length.toNanos()))
                    .orElseGet(() -> rate.dueUpTo(Clock.seconds(length)));
        }

        @Override
        public int usersFrom() {
            return connections;
        }

        @Override
        public int usersTo() {
            return connections;
        }

        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.of(Clock.seconds(length));
        }
    }

    /** A part with the same users from beginning to end, and no name of its own. */
    sealed interface Nameless extends Phase {
        int users();

        @Override
        default Optional<String> label() {
            return Optional.empty();
        }

        @Override
        default Nameless labelled(String name) {
            return this;
        }

        @Override
        default int usersFrom() {
            return users();
        }

        @Override
        default int usersTo() {
            return users();
        }
    }

    /**
     * Requests that the users share, to get the target going, before anything is measured. Users start at once.
     *
     * @param end what happens after the last one
     */
    record WarmUp(int users, long requests, End end) implements Nameless {
        /** How a warm-up ends. */
        public enum End {
            /** The load rests, so that others can have their turn. */
            REST,
            /** Requests in flight are awaited, so that the next part's counts are its own. */
            DRAIN,
            /** The next part begins with the users as they are: a pause would let them begin it in step. */
            GO_ON,
        }

        /** After so long the rest of it is given up. */
        public static final Duration LONGEST = Duration.ofMinutes(5);

        /** As the event loops run it. */
        Counted counted() {
            return new Counted(users, Duration.ZERO, requests, true, false, Optional.of(LONGEST), Optional.empty());
        }

        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.empty();
        }

        @Override
        public boolean isMeasured() {
            return false;
        }
    }

    /**
     * Load before a {@link Turn}, until users that were let go together no longer answer in step.
     *
     * @param atLeast its length, unless the caller that resumes the load wants more
     */
    record LeadIn(int users, Duration atLeast) implements Nameless {
        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.of(Clock.seconds(atLeast));
        }

        @Override
        public boolean isMeasured() {
            return false;
        }
    }

    /**
     * A constant number of users for a fixed time. At its end sending stops, requests in flight are awaited, and the
     * load rests until it is resumed, or ends with the last turn.
     */
    record Turn(int users, Duration length) implements Nameless {
        @Override
        public OptionalDouble plannedSeconds() {
            return OptionalDouble.of(Clock.seconds(length));
        }
    }
}
