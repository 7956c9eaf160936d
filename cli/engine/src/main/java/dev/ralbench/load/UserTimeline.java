package dev.ralbench.load;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * The arithmetic of a {@link LoadShape}: which phases it has, how many users are active when, and how much load it
 * offers. Pure: reads no clock and sends nothing.
 *
 * @param phases one after the other, at least one
 * @param stopAfter hard end of the load, if the scenario sets one
 */
public record UserTimeline(List<Phase> phases, Optional<Duration> stopAfter) {

    public UserTimeline {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a timeline needs at least one phase");
        }
    }

    public static UserTimeline of(LoadShape shape) {
        return new UserTimeline(ShapePhases.of(shape), Optional.empty());
    }

    /**
     * The same timeline ended at the given time after its warm-up, if it has one. Phases after a counted one have no
     * planned beginning; they stay, and the load generator ends them when the time comes.
     */
    public UserTimeline cutAt(Duration end) {
        var kept = new ArrayList<Phase>();
        var left = end;
        for (var phase : phases) {
            if (!left.isPositive()) {
                break;
            }
            switch (phase) {
                case Phase.Hold hold -> kept.add(new Phase.Hold(hold.users(), min(hold.length(), left), hold.label()));
                case Phase.Slope s ->
                    kept.add(new Phase.Slope(
                            s.usersFrom(), s.usersTo(), s.fullLength(), min(s.length(), left), s.label()));
                case Phase.Open o ->
                    kept.add(new Phase.Open(o.rate(), min(o.length(), left), o.arrivals(), o.connections(), o.label()));
                case Phase.Counted c -> {
                    return withRest(kept, phase, end);
                }
                case Phase.WarmUp w -> kept.add(w); // takes nothing of the time: its plannedSeconds are open
                case Phase.LeadIn l -> {
                    return withRest(kept, phase, end);
                }
                case Phase.Turn t -> {
                    return withRest(kept, phase, end);
                }
            }
            left = left.minusNanos(nanos(phase));
        }
        return new UserTimeline(kept, Optional.of(end));
    }

    /** The part of a generator, which sends a share of the load; its arrivals of the past are still those of all. */
    public UserTimeline shared(LoadShare share) {
        return new UserTimeline(phases.stream().map(phase -> part(phase, share)).toList(), stopAfter);
    }

    private static Phase part(Phase phase, LoadShare share) {
        return switch (phase) {
            case Phase.Hold hold -> new Phase.Hold(share.of(hold.users()), hold.length(), hold.label());
            case Phase.Slope s ->
                new Phase.Slope(share.of(s.usersFrom()), share.of(s.usersTo()), s.fullLength(), s.length(), s.label());
            case Phase.Open o ->
                new Phase.Open(
                        o.rate().times(share.ofArrivals(o.connections())),
                        o.length(),
                        o.arrivals(),
                        share.of(o.connections()),
                        o.label());
            case Phase.Counted c ->
                new Phase.Counted(
                        share.of(c.users()),
                        c.ramp(),
                        c.shared() ? share.ofRequests(c.count(), c.users()) : c.count(),
                        c.shared(),
                        c.connectFirst(),
                        c.within(),
                        c.label());
            case Phase.WarmUp w ->
                new Phase.WarmUp(share.of(w.users()), share.ofRequests(w.requests(), w.users()), w.end());
            case Phase.LeadIn l -> new Phase.LeadIn(share.of(l.users()), l.atLeast());
            case Phase.Turn t -> new Phase.Turn(share.of(t.users()), t.length());
        };
    }

    /** Phases without planned beginning stay whole. */
    private UserTimeline withRest(List<Phase> kept, Phase first, Duration end) {
        kept.addAll(phases.subList(phases.indexOf(first), phases.size()));
        return new UserTimeline(kept, Optional.of(end));
    }

    /** The levels that its measurement will have, in order: ramps count only if there is nothing else. */
    public List<Level> levels() {
        return List.copyOf(byLevel().keySet());
    }

    /** The levels with the phases that each consists of, at least one. */
    public SequencedMap<Level, List<Phase>> byLevel() {
        var measured = phases.stream().filter(Phase::isMeasured).toList();
        boolean onlyRamps = measured.stream().allMatch(Phase::isRamp);
        var phases =
                measured.stream().filter(phase -> onlyRamps || !phase.isRamp()).toList();
        return LevelGroups.of(phases, UserTimeline::member);
    }

    private static LevelGroups.Member member(Phase phase) {
        boolean isShared = phase.label().isPresent() || phase instanceof Phase.Turn;
        List<Object> details = phase instanceof Phase.Open open
                ? List.of(phase.getClass(), open.rate().at(0), open.connections())
                : List.of(phase.getClass());
        return new LevelGroups.Member(level(phase), isShared, details);
    }

    private static Level level(Phase phase) {
        return phase instanceof Phase.Open open
                ? Level.ofRate(open.rateTo(), open.isRamp(), open.label())
                : Level.ofUsers(phase.usersTo(), phase.isRamp(), phase.label());
    }

    /**
     * Users that are to be active so many seconds after the warm-up, as the continuous line of the plan (so 25.6 is
     * possible).
     */
    public double usersAt(double seconds) {
        double begin = 0;
        for (var phase : phases.subList(firstMeasured(), phases.size())) {
            if (phase.plannedSeconds().isEmpty()) {
                return phase.usersTo();
            }
            double length = phase.plannedSeconds().getAsDouble();
            if (seconds < begin + length) {
                return usersWithin(phase, seconds - begin);
            }
            begin += length;
        }
        return 0;
    }

    /**
     * Users that are to be active in a phase, so many seconds after its beginning; in an open one the connections that
     * it may have.
     */
    public static double usersWithin(Phase phase, double seconds) {
        return switch (phase) {
            case Phase.Slope s ->
                s.usersFrom() + (s.usersTo() - s.usersFrom()) * seconds / Clock.seconds(s.fullLength());
            case Phase.Hold s -> s.users();
            case Phase.Counted s -> s.users();
            case Phase.WarmUp s -> s.users();
            case Phase.LeadIn s -> s.users();
            case Phase.Turn s -> s.users();
            case Phase.Open s -> s.connections();
        };
    }

    /** The most users that are ever active at once; 0 where all of the load is open. */
    public int maxUsers() {
        return phases.stream()
                .filter(s -> !(s instanceof Phase.Open))
                .mapToInt(s -> Math.max(s.usersFrom(), reachedUsers(s)))
                .max()
                .orElse(0);
    }

    /** The most connections that can be open at once: users keep theirs while an open phase has others. */
    public int maxConnections() {
        return maxUsers() + open().mapToInt(Phase.Open::connections).max().orElse(0);
    }

    /** The phases in which requests arrive at a rate. */
    public Stream<Phase.Open> open() {
        return phases.stream().flatMap(phase -> phase instanceof Phase.Open open ? Stream.of(open) : Stream.empty());
    }

    private static int reachedUsers(Phase phase) {
        double end = phase.plannedSeconds().orElse(0);
        return (int) Math.round(usersWithin(phase, end));
    }

    /** This timeline cut after the first {@code count} phases, but at least one. */
    public UserTimeline first(int count) {
        return new UserTimeline(phases.subList(0, Math.max(1, count)), stopAfter);
    }

    /** Whether it rests between windows, so that other loads can have their turn. */
    public boolean takesTurns() {
        return turns() > 0;
    }

    /** How many windows of it take turns with those of other loads. */
    public int turns() {
        return (int) phases.stream().filter(Phase.Turn.class::isInstance).count();
    }

    /** Position of the first phase after the warm-up, or after all rounds of it. */
    public int firstMeasured() {
        return Math.toIntExact(
                phases.stream().takeWhile(Phase.WarmUp.class::isInstance).count());
    }

    /** Users of each part of the warm-up that may be repeated, in order; empty if it is not in rounds. */
    public List<Integer> usersOfRounds() {
        return phases.subList(0, firstMeasured()).stream()
                .map(Phase.WarmUp.class::cast)
                .filter(warmUp -> warmUp.end() == Phase.WarmUp.End.REST)
                .map(Phase.WarmUp::users)
                .toList();
    }

    /** Length of the whole load without its warm-up, in seconds; empty if counted phases leave it open. */
    public OptionalDouble plannedSeconds() {
        double sum = 0;
        for (var phase : phases.subList(firstMeasured(), phases.size())) {
            if (phase.plannedSeconds().isEmpty()) {
                return OptionalDouble.empty();
            }
            sum += phase.plannedSeconds().getAsDouble();
        }
        return OptionalDouble.of(sum);
    }

    /**
     * Offered load in user-seconds: the integral of {@link #usersAt} over the measured load. Empty if its length is not
     * planned, or if some of it has a rate instead of users.
     */
    public OptionalDouble userSeconds() {
        return userSecondsUpTo(Double.POSITIVE_INFINITY);
    }

    /**
     * The integral of {@code min(usersAt, workers)} over the measured load: the time that a server with so many workers
     * can be busy then. Empty as {@link #userSeconds} is.
     */
    public OptionalDouble userSecondsUpTo(double workers) {
        return open().findAny().isPresent() ? OptionalDouble.empty() : closedUserSeconds(workers);
    }

    /** Requests of the whole load without its warm-up; empty unless every part of it lasts until a number of them is done. */
    public OptionalLong plannedRequests() {
        var measured = phases.stream().filter(Phase::isMeasured).toList();
        return measured.stream().allMatch(Phase.Counted.class::isInstance)
                ? OptionalLong.of(measured.stream()
                        .map(Phase.Counted.class::cast)
                        .mapToLong(Phase.Counted::requests)
                        .sum())
                : OptionalLong.empty();
    }

    /** User-seconds of the parts that have users; empty if their length is not planned. */
    public OptionalDouble closedUserSeconds() {
        return closedUserSeconds(Double.POSITIVE_INFINITY);
    }

    private OptionalDouble closedUserSeconds(double workers) {
        double sum = 0;
        for (var phase : phases) {
            if (!phase.isMeasured() || phase instanceof Phase.Open) {
                continue;
            }
            if (phase.plannedSeconds().isEmpty()) {
                return OptionalDouble.empty();
            }
            double length = phase.plannedSeconds().getAsDouble();
            sum += cappedArea(usersWithin(phase, 0), usersWithin(phase, length), length, workers);
        }
        return OptionalDouble.of(sum);
    }

    /** Area under a straight line from {@code a} to {@code b} over {@code length}, cut off at {@code cap}. */
    private static double cappedArea(double a, double b, double length, double cap) {
        double low = Math.min(a, b);
        double high = Math.max(a, b);
        if (high <= cap) {
            return (low + high) / 2 * length;
        }
        if (low >= cap) {
            return cap * length;
        }
        double below = (cap - low) / (high - low) * length;
        return (low + cap) / 2 * below + cap * (length - below);
    }

    /**
     * When within a slope the given user starts (or, on the way down, stops), in nanoseconds from the slope's
     * beginning. User {@code k} (from 0) changes when the line crosses {@code k + 1/2}: then the staircase of whole
     * users has exactly the area of the line, and changes are evenly spaced.
     */
    static long changeNanos(Phase.Slope slope, int user) {
        double share = (user + 0.5 - slope.usersFrom()) / (slope.usersTo() - slope.usersFrom());
        return Math.round(share * slope.fullLength().toNanos());
    }

    /** When within a counted phase the given user starts, in nanoseconds: evenly over the ramp. */
    static long startNanos(Phase.Counted counted, int user) {
        return Math.round((user + 0.5) / counted.users() * counted.ramp().toNanos());
    }

    private static long nanos(Phase phase) {
        return Math.round(phase.plannedSeconds().orElse(0) * 1e9);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
