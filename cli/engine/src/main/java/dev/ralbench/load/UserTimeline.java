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
 * The arithmetic of a {@link LoadShape}: which segments it has, how many users are active when, and how much load it
 * offers. Pure: reads no clock and sends nothing.
 *
 * @param segments one after the other, at least one
 * @param stopAfter hard end of the load, if the scenario sets one
 */
public record UserTimeline(List<Segment> segments, Optional<Duration> stopAfter) {

    public UserTimeline {
        segments = List.copyOf(segments);
        if (segments.isEmpty()) {
            throw new IllegalArgumentException("a timeline needs at least one segment");
        }
    }

    public static UserTimeline of(LoadShape shape) {
        return new UserTimeline(ShapeSegments.of(shape), Optional.empty());
    }

    /**
     * The same timeline ended at the given time after its warm-up, if it has one. Segments after a counted one have no
     * planned beginning; they stay, and the load generator ends them when the time comes.
     */
    public UserTimeline cutAt(Duration end) {
        var kept = new ArrayList<Segment>();
        var left = end;
        for (var segment : segments) {
            if (!left.isPositive()) {
                break;
            }
            switch (segment) {
                case Segment.Hold hold ->
                    kept.add(new Segment.Hold(hold.users(), min(hold.length(), left), hold.label()));
                case Segment.Slope s ->
                    kept.add(new Segment.Slope(
                            s.usersFrom(), s.usersTo(), s.fullLength(), min(s.length(), left), s.label()));
                case Segment.Open o ->
                    kept.add(new Segment.Open(
                            o.rate(), min(o.length(), left), o.arrivals(), o.connections(), o.label()));
                case Segment.Counted c -> {
                    return withRest(kept, segment, end);
                }
                case Segment.WarmUp w -> kept.add(w); // takes nothing of the time: its plannedSeconds are open
                case Segment.LeadIn l -> {
                    return withRest(kept, segment, end);
                }
                case Segment.Turn t -> {
                    return withRest(kept, segment, end);
                }
            }
            left = left.minusNanos(nanos(segment));
        }
        return new UserTimeline(kept, Optional.of(end));
    }

    /** Segments without planned beginning stay whole. */
    private UserTimeline withRest(List<Segment> kept, Segment first, Duration end) {
        kept.addAll(segments.subList(segments.indexOf(first), segments.size()));
        return new UserTimeline(kept, Optional.of(end));
    }

    /** The levels that its measurement will have, in order: ramps count only if there is nothing else. */
    public List<Level> levels() {
        return List.copyOf(byLevel().keySet());
    }

    /** The levels with the segments that each consists of, at least one. */
    public SequencedMap<Level, List<Segment>> byLevel() {
        var measured = segments.stream().filter(Segment::isMeasured).toList();
        boolean onlyRamps = measured.stream().allMatch(Segment::isRamp);
        var phases = measured.stream()
                .filter(segment -> onlyRamps || !segment.isRamp())
                .toList();
        return LevelGroups.of(phases, UserTimeline::member);
    }

    private static LevelGroups.Member member(Segment segment) {
        boolean isShared = segment.label().isPresent() || segment instanceof Segment.Turn;
        List<Object> details = segment instanceof Segment.Open open
                ? List.of(segment.getClass(), open.rate().at(0), open.connections())
                : List.of(segment.getClass());
        return new LevelGroups.Member(level(segment), isShared, details);
    }

    private static Level level(Segment segment) {
        return segment instanceof Segment.Open open
                ? Level.ofRate(open.rateTo(), open.isRamp(), open.label())
                : Level.ofUsers(segment.usersTo(), segment.isRamp(), segment.label());
    }

    /**
     * Users that are to be active so many seconds after the warm-up, as the continuous line of the plan (so 25.6 is
     * possible).
     */
    public double usersAt(double seconds) {
        double begin = 0;
        for (var segment : segments.subList(firstMeasured(), segments.size())) {
            if (segment.plannedSeconds().isEmpty()) {
                return segment.usersTo();
            }
            double length = segment.plannedSeconds().getAsDouble();
            if (seconds < begin + length) {
                return usersWithin(segment, seconds - begin);
            }
            begin += length;
        }
        return 0;
    }

    /**
     * Users that are to be active in a segment, so many seconds after its beginning; in an open one the connections that
     * it may have.
     */
    public static double usersWithin(Segment segment, double seconds) {
        return switch (segment) {
            case Segment.Slope s ->
                s.usersFrom() + (s.usersTo() - s.usersFrom()) * seconds / Clock.seconds(s.fullLength());
            case Segment.Hold s -> s.users();
            case Segment.Counted s -> s.users();
            case Segment.WarmUp s -> s.users();
            case Segment.LeadIn s -> s.users();
            case Segment.Turn s -> s.users();
            case Segment.Open s -> s.connections();
        };
    }

    /** The most users that are ever active at once; 0 where all of the load is open. */
    public int maxUsers() {
        return segments.stream()
                .filter(s -> !(s instanceof Segment.Open))
                .mapToInt(s -> Math.max(s.usersFrom(), reachedUsers(s)))
                .max()
                .orElse(0);
    }

    /** The most connections that can be open at once: users keep theirs while an open phase has others. */
    public int maxConnections() {
        return maxUsers() + open().mapToInt(Segment.Open::connections).max().orElse(0);
    }

    /** The segments in which requests arrive at a rate. */
    public Stream<Segment.Open> open() {
        return segments.stream()
                .flatMap(segment -> segment instanceof Segment.Open open ? Stream.of(open) : Stream.empty());
    }

    private static int reachedUsers(Segment segment) {
        double end = segment.plannedSeconds().orElse(0);
        return (int) Math.round(usersWithin(segment, end));
    }

    /** This timeline cut after the first {@code count} segments, but at least one. */
    public UserTimeline first(int count) {
        return new UserTimeline(segments.subList(0, Math.max(1, count)), stopAfter);
    }

    /** Whether it rests between windows, so that other loads can have their turn. */
    public boolean takesTurns() {
        return turns() > 0;
    }

    /** How many windows of it take turns with those of other loads. */
    public int turns() {
        return (int) segments.stream().filter(Segment.Turn.class::isInstance).count();
    }

    /** Position of the first segment after a warm-up. */
    public int firstMeasured() {
        return segments.getFirst() instanceof Segment.WarmUp ? 1 : 0;
    }

    /** Length of the whole load without its warm-up, in seconds; empty if counted segments leave it open. */
    public OptionalDouble plannedSeconds() {
        double sum = 0;
        for (var segment : segments.subList(firstMeasured(), segments.size())) {
            if (segment.plannedSeconds().isEmpty()) {
                return OptionalDouble.empty();
            }
            sum += segment.plannedSeconds().getAsDouble();
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
        var measured = segments.stream().filter(Segment::isMeasured).toList();
        return measured.stream().allMatch(Segment.Counted.class::isInstance)
                ? OptionalLong.of(measured.stream()
                        .map(Segment.Counted.class::cast)
                        .mapToLong(Segment.Counted::requests)
                        .sum())
                : OptionalLong.empty();
    }

    /** User-seconds of the parts that have users; empty if their length is not planned. */
    public OptionalDouble closedUserSeconds() {
        return closedUserSeconds(Double.POSITIVE_INFINITY);
    }

    private OptionalDouble closedUserSeconds(double workers) {
        double sum = 0;
        for (var segment : segments) {
            if (!segment.isMeasured() || segment instanceof Segment.Open) {
                continue;
            }
            if (segment.plannedSeconds().isEmpty()) {
                return OptionalDouble.empty();
            }
            double length = segment.plannedSeconds().getAsDouble();
            sum += cappedArea(usersWithin(segment, 0), usersWithin(segment, length), length, workers);
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
    static long changeNanos(Segment.Slope slope, int user) {
        double share = (user + 0.5 - slope.usersFrom()) / (slope.usersTo() - slope.usersFrom());
        return Math.round(share * slope.fullLength().toNanos());
    }

    /** When within a counted segment the given user starts, in nanoseconds: evenly over the ramp. */
    static long startNanos(Segment.Counted counted, int user) {
        return Math.round((user + 0.5) / counted.users() * counted.ramp().toNanos());
    }

    private static long nanos(Segment segment) {
        return Math.round(segment.plannedSeconds().orElse(0) * 1e9);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
