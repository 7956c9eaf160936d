package dev.ralbench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * How load arrives. {@link Open} has requests that arrive at a rate; every other simple shape is closed: a number of
 * users, each of which sends its next request only when the last one has ended. {@link Sequence}, {@link Labelled},
 * {@link Repeated} and {@link WarmedUp} are made of other shapes of either kind. {@link UserTimeline} turns a shape into
 * arithmetic.
 */
public sealed interface LoadShape {

    /** A constant number of users. */
    record ConstantUsers(int users, Duration hold) implements LoadShape {
        public ConstantUsers {
            requireUsers("users", users, 1);
            requirePositive("hold", hold);
        }
    }

    /** Users change linearly, up or down; starts (or stops) are spread evenly over the time. */
    record Ramp(int from, int to, Duration ramp) implements LoadShape {
        public Ramp {
            requireUsers("from", from, 0);
            requireUsers("to", to, 0);
            requirePositive("ramp", ramp);
            require(from != to, "from and to: must differ, both are " + from);
        }
    }

    /**
     * (ramp by {@code add}, hold) repeated {@code times}: Gatling's closed stairs. With {@code start} above zero the
     * first hold is at {@code start}, before the first ramp.
     */
    record Stairs(int start, int add, int times, Duration ramp, Duration hold) implements LoadShape {
        public Stairs {
            requireUsers("start", start, 0);
            requireUsers("add", add, 1);
            require(times >= 1, "times: must be at least 1, got " + times);
            requireNotNegative("ramp", ramp);
            requirePositive("hold", hold);
        }
    }

    /**
     * Each user makes exactly {@code loops} requests; the users start evenly over {@code ramp} (zero: all at once).
     *
     * @param within the time after which the rest of it is given up
     */
    record LoopsPerUser(int users, long loops, Duration ramp, Optional<Duration> within) implements LoadShape {
        public LoopsPerUser {
            requireUsers("users", users, 1);
            require(loops >= 1, "loops: must be at least 1, got " + loops);
            requireNotNegative("ramp", ramp);
            within.ifPresent(time -> requirePositive("within", time));
        }

        /** However long it takes. */
        public LoopsPerUser(int users, long loops, Duration ramp) {
            this(users, loops, ramp, Optional.empty());
        }
    }

    /**
     * {@code users} at once share {@code requests}: a user that is free takes the next one.
     *
     * @param within the time after which the rest of it is given up
     */
    record TotalRequests(int users, long requests, Optional<Duration> within) implements LoadShape {
        public TotalRequests {
            requireUsers("users", users, 1);
            require(requests >= 1, "requests: must be at least 1, got " + requests);
            within.ifPresent(time -> requirePositive("within", time));
        }

        /** However long it takes. */
        public TotalRequests(int users, long requests) {
            this(users, requests, Optional.empty());
        }
    }

    /**
     * All connections are opened first; then all users are released together and make {@code loops} requests each.
     *
     * @param within the time after which the rest of it is given up, counted from the first connection
     */
    record Burst(int users, long loops, Optional<Duration> within) implements LoadShape {
        public Burst {
            requireUsers("users", users, 1);
            require(loops >= 1, "loops: must be at least 1, got " + loops);
            within.ifPresent(time -> requirePositive("within", time));
        }

        /** However long it takes. */
        public Burst(int users, long loops) {
            this(users, loops, Optional.empty());
        }
    }

    /**
     * Requests arrive at a rate, whether or not earlier ones have been answered.
     *
     * @param connections that it may have at most; an arrival that finds all of them busy waits for one
     */
    record Open(RateShape rate, Arrivals arrivals, int connections) implements LoadShape {
        /** Most connections if a scenario does not set a number. */
        public static final int DEFAULT_CONNECTIONS = 1000;

        public Open {
            requireUsers("users", connections, 1);
        }
    }

    /** One shape after the other; users that the next one needs too go on without a pause. */
    record Sequence(List<LoadShape> parts) implements LoadShape {
        public Sequence {
            parts = List.copyOf(parts);
            require(!parts.isEmpty(), "sequence: must have at least one part");
        }
    }

    /**
     * Short windows that take turns with those of other loads, at each level after a warm-up of one request for each user,
     * which may be repeated: see {@link Phase.Turn}. Its parts are as long as planned, and the rests between them as long as the others' turns.
     *
     * @param levels users of each level; the highest comes first
     * @param perLevel windows at each level
     * @param length of a window, at least
     * @param leadIn load before each window that is not measured, at least
     */
    record Turns(List<Integer> levels, int perLevel, Duration length, Duration leadIn) implements LoadShape {
        public Turns {
            levels = List.copyOf(levels);
            require(!levels.isEmpty(), "levels: must be at least one");
            levels.forEach(users -> requireUsers("levels", users, 1));
            require(perLevel >= 1, "windows: must be at least 1, got " + perLevel);
            requirePositive("window length", length);
            requireNotNegative("lead-in", leadIn);
        }
    }

    /**
     * A shape after requests that get the target going.
     *
     * @param users that share these; if absent, the most that the shape has
     * @param requests how many; the shape begins when the last of them is sent. Of a warm-up that ends when the target is
     *     compiled, at least
     * @param untilCompiled present if the requests come in rounds with pauses, until the target's compilers have nothing
     *     left to do: then no round begins after this time
     */
    record WarmedUp(LoadShape shape, OptionalInt users, long requests, Optional<Duration> untilCompiled)
            implements LoadShape {
        public WarmedUp {
            users.ifPresent(given -> requireUsers("users", given, 1));
            require(requests >= 1, "requests: must be at least 1, got " + requests);
            untilCompiled.ifPresent(limit -> requirePositive("limit", limit));
        }

        /** A fixed number of requests, without pauses. */
        public WarmedUp(LoadShape shape, OptionalInt users, long requests) {
            this(shape, users, requests, Optional.empty());
        }

        /** The same before another shape. */
        WarmedUp before(LoadShape other, OptionalInt others) {
            return new WarmedUp(other, others, requests, untilCompiled);
        }
    }

    /**
     * Ever more users, by a third of an octave (26 %) at a time, each level after a time in which it settles. Whoever
     * watches it ends it, or has other levels follow, and has time for that: it settles once more at the end.
     *
     * @param from users of the first level
     * @param to users of the last one
     * @param settle before each level, not measured
     * @param hold length of a level
     */
    record Climb(int from, int to, Duration settle, Duration hold) implements LoadShape {
        private static final double LEVELS_PER_OCTAVE = 3;
        private static final double FINE_LEVELS_PER_OCTAVE = 12;

        public Climb {
            requireUsers("from", from, 1);
            require(to > from, "to: must be more than from, " + from + ", got " + to);
            requireNotNegative("settle", settle);
            requirePositive("hold", hold);
        }

        /** Users of each level, ascending. */
        public List<Integer> levels() {
            return levels(from, to, LEVELS_PER_OCTAVE);
        }

        /** Four times as fine (6 %): users from one level on, and below another. */
        public List<Integer> fineLevels(int lowest, int below) {
            return levels(lowest, below, FINE_LEVELS_PER_OCTAVE).stream()
                    .filter(users -> users < below)
                    .toList();
        }

        private static List<Integer> levels(int from, int to, double perOctave) {
            double steps = perOctave * Math.log((double) to / from) / Math.log(2);
            return IntStream.rangeClosed(0, (int) Math.ceil(steps))
                    .map(k -> (int) Math.min(to, Math.round(from * Math.pow(2, k / perOctave))))
                    .distinct()
                    .boxed()
                    .toList();
        }

        /**
         * The phases that hold some levels, and then settle once more.
         *
         * @param first how long the first one settles
         */
        public List<Phase> phases(List<Integer> levels, Duration first) {
            var phases = new ArrayList<Phase>();
            for (int users : levels) {
                phases.add(new Phase.LeadIn(users, phases.isEmpty() ? first : settle));
                phases.add(new Phase.Hold(users, hold));
            }
            phases.add(new Phase.LeadIn(levels.getLast(), settle));
            return phases;
        }
    }

    /** The search for the most users that the load is, after a warm-up or without one. */
    default Optional<Climb> search() {
        return switch (this) {
            case Climb climb -> Optional.of(climb);
            case WarmedUp warmedUp -> warmedUp.shape.search();
            case ConstantUsers s -> Optional.empty();
            case Ramp s -> Optional.empty();
            case Stairs s -> Optional.empty();
            case LoopsPerUser s -> Optional.empty();
            case TotalRequests s -> Optional.empty();
            case Burst s -> Optional.empty();
            case Open s -> Optional.empty();
            case Sequence s -> Optional.empty();
            case Turns s -> Optional.empty();
            case Labelled s -> Optional.empty();
            case Repeated s -> Optional.empty();
        };
    }

    /** A shape whose levels have a name of their own in the result. */
    record Labelled(LoadShape shape, String label) implements LoadShape {
        public Labelled {
            require(!label.isBlank(), "label: must not be blank");
        }
    }

    /** A shape that runs several times in a row. */
    record Repeated(LoadShape shape, int times) implements LoadShape {
        public Repeated {
            require(times >= 1, "times: must be at least 1, got " + times);
        }
    }

    /** This shape with the given seed for everything that is left to chance. */
    default LoadShape seeded(long seed) {
        return switch (this) {
            case Open s -> new Open(s.rate, s.arrivals.seeded(seed), s.connections);
            case Sequence s ->
                new Sequence(s.parts.stream().map(part -> part.seeded(seed)).toList());
            case Labelled s -> new Labelled(s.shape.seeded(seed), s.label);
            case Repeated s -> new Repeated(s.shape.seeded(seed), s.times);
            case WarmedUp s -> s.before(s.shape.seeded(seed), s.users);
            case ConstantUsers s -> s;
            case Ramp s -> s;
            case Stairs s -> s;
            case LoopsPerUser s -> s;
            case TotalRequests s -> s;
            case Burst s -> s;
            case Turns s -> s;
            case Climb s -> s;
        };
    }

    private static void requireUsers(String key, int users, int least) {
        require(users >= least, key + ": must be at least " + least + ", got " + users);
    }

    private static void requirePositive(String key, Duration value) {
        require(value.isPositive(), key + ": must be positive, got " + value);
    }

    private static void requireNotNegative(String key, Duration value) {
        require(!value.isNegative(), key + ": must not be negative, got " + value);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
