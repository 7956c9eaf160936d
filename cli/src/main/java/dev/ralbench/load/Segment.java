package dev.ralbench.load;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A stretch of a {@link UserTimeline} with one rule for the number of users. Each segment is a window of its own in
 * the result, so that plateaus are never mixed with the ramps between them.
 */
public sealed interface Segment {

    /** A few words for displays, such as {@code ramp to 512}. */
    default String description() {
        var what = switch (this) {
            case Level level -> users(level.users());
            case Slope slope -> "ramp to " + slope.usersTo();
            case Counted counted -> counted.requests() + " requests by " + users(counted.users());
        };
        return label().map(label -> label + ": " + what).orElse(what);
    }

    /** The name that the scenario gives it, to tell levels of equally many users apart. */
    Optional<String> label();

    /** The same under a name. */
    Segment labelled(String name);

    private static String users(int count) {
        return count + (count == 1 ? " user" : " users");
    }

    /** Users at the beginning. */
    int usersFrom();

    /** Users that the segment leads to. */
    int usersTo();

    /** Length in seconds where the plan fixes it; empty where the segment lasts until its requests are done. */
    OptionalDouble plannedSeconds();

    /** A constant number of users for a fixed time: what the literature calls a plateau. */
    record Level(int users, Duration length, Optional<String> label) implements Segment {
        /** A level without a name. */
        public Level(int users, Duration length) {
            this(users, length, Optional.empty());
        }

        @Override
        public Level labelled(String name) {
            return new Level(users, length, Optional.of(name));
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
            return OptionalDouble.of(UserTimeline.seconds(length));
        }
    }

    /**
     * A linear change of users.
     *
     * @param fullLength the time in which {@code usersTo} would be reached
     * @param length how much of it is run; shorter than {@code fullLength} where the load is cut in mid-ramp
     */
    record Slope(int usersFrom, int usersTo, Duration fullLength, Duration length, Optional<String> label)
            implements Segment {
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
            return OptionalDouble.of(UserTimeline.seconds(length));
        }
    }

    /**
     * Lasts until a number of requests is done, or its time is over.
     *
     * @param ramp the time over which the users start, evenly
     * @param count requests of each user, or of all users together where {@code shared}
     * @param shared whether the users share the count
     * @param connectFirst whether all connections are opened before the first request of any user
     * @param within the time after which what is left of it is given up
     */
    record Counted(
            int users,
            Duration ramp,
            long count,
            boolean shared,
            boolean connectFirst,
            Optional<Duration> within,
            Optional<String> label)
            implements Segment {
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
}
