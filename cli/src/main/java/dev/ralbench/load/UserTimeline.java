package dev.ralbench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The arithmetic of a {@link LoadShape}: which segments it has, how many users are active when, and how much load it
 * offers. Pure: reads no clock and sends nothing.
 *
 * @param segments one after the other, at least one
 * @param stopAfter hard end of the load, where the scenario sets one
 */
public record UserTimeline(List<Segment> segments, Optional<Duration> stopAfter) {

    public UserTimeline {
        segments = List.copyOf(segments);
        if (segments.isEmpty()) {
            throw new IllegalArgumentException("a timeline needs at least one segment");
        }
    }

    public static UserTimeline of(LoadShape shape) {
        return new UserTimeline(segmentsOf(shape), Optional.empty());
    }

    private static List<Segment> segmentsOf(LoadShape shape) {
        return switch (shape) {
            case LoadShape.ConstantUsers s -> List.of(new Segment.Level(s.users(), s.hold()));
            case LoadShape.Ramp s -> List.of(new Segment.Slope(s.from(), s.to(), s.ramp(), s.ramp()));
            case LoadShape.Stairs s -> stairs(s);
            case LoadShape.LoopsPerUser s -> List.of(counted(s.users(), s.ramp(), s.loops(), false, false, s.within()));
            case LoadShape.TotalRequests s ->
                List.of(counted(s.users(), Duration.ZERO, s.requests(), true, false, s.within()));
            case LoadShape.Burst s -> List.of(counted(s.users(), Duration.ZERO, s.loops(), false, true, s.within()));
            case LoadShape.Sequence s ->
                s.parts().stream().flatMap(part -> segmentsOf(part).stream()).toList();
            case LoadShape.Turns s -> turns(s);
            case LoadShape.WarmedUp s -> warmedUp(s);
            case LoadShape.Climb s -> climb(s);
            case LoadShape.Labelled s ->
                segmentsOf(s.shape()).stream()
                        .map(segment -> segment.labelled(s.label()))
                        .toList();
            case LoadShape.Repeated s ->
                Collections.nCopies(s.times(), segmentsOf(s.shape())).stream()
                        .flatMap(List::stream)
                        .toList();
        };
    }

    private static Segment counted(
            int users, Duration ramp, long count, boolean shared, boolean connectFirst, Optional<Duration> within) {
        return new Segment.Counted(users, ramp, count, shared, connectFirst, within, Optional.empty());
    }

    private static List<Segment> turns(LoadShape.Turns turns) {
        var segments = new ArrayList<Segment>();
        segments.add(new Segment.WarmUp(turns.mostUsers(), turns.warmUpRequests(), Segment.WarmUp.End.REST));
        for (int users : turns.levels()) {
            for (int i = 0; i < turns.perLevel(); i++) {
                segments.add(new Segment.LeadIn(users, turns.leadIn()));
                segments.add(new Segment.Turn(users, turns.length()));
            }
        }
        return segments;
    }

    private static List<Segment> climb(LoadShape.Climb climb) {
        return climb.levels().stream()
                .flatMap(users -> Stream.<Segment>of(
                        new Segment.LeadIn(users, climb.settle()), new Segment.Level(users, climb.hold())))
                .toList();
    }

    private static List<Segment> warmedUp(LoadShape.WarmedUp warmedUp) {
        var measured = segmentsOf(warmedUp.shape());
        int users = warmedUp.users().orElseGet(() -> maxUsers(measured));
        var end = measured.getFirst() instanceof Segment.Counted ? Segment.WarmUp.End.DRAIN : Segment.WarmUp.End.GO_ON;
        var segments = new ArrayList<Segment>();
        segments.add(new Segment.WarmUp(users, warmedUp.requests(), end));
        segments.addAll(measured);
        return segments;
    }

    private static List<Segment> stairs(LoadShape.Stairs stairs) {
        var segments = new ArrayList<Segment>();
        if (stairs.start() > 0) {
            segments.add(new Segment.Level(stairs.start(), stairs.hold()));
        }
        for (int step = 1; step <= stairs.times(); step++) {
            int to = stairs.start() + step * stairs.add();
            if (!stairs.ramp().isZero()) {
                segments.add(new Segment.Slope(to - stairs.add(), to, stairs.ramp(), stairs.ramp()));
            }
            segments.add(new Segment.Level(to, stairs.hold()));
        }
        return segments;
    }

    /**
     * The same timeline ended at the given time after its warm-up, if it has one. Segments after a counted one have no planned beginning; they stay,
     * and the load generator ends them when the time comes.
     */
    public UserTimeline cutAt(Duration end) {
        var kept = new ArrayList<Segment>();
        var left = end;
        for (var segment : segments) {
            if (!left.isPositive()) {
                break;
            }
            switch (segment) {
                case Segment.Level level ->
                    kept.add(new Segment.Level(level.users(), min(level.length(), left), level.label()));
                case Segment.Slope s ->
                    kept.add(new Segment.Slope(
                            s.usersFrom(), s.usersTo(), s.fullLength(), min(s.length(), left), s.label()));
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

    /** What has no planned beginning is not cut here. */
    private UserTimeline withRest(List<Segment> kept, Segment first, Duration end) {
        kept.addAll(segments.subList(segments.indexOf(first), segments.size()));
        return new UserTimeline(kept, Optional.of(end));
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

    /** Users that are to be active in a segment, so many seconds after its beginning. */
    public static double usersWithin(Segment segment, double seconds) {
        return switch (segment) {
            case Segment.Slope s -> s.usersFrom() + (s.usersTo() - s.usersFrom()) * seconds / seconds(s.fullLength());
            case Segment.Level s -> s.users();
            case Segment.Counted s -> s.users();
            case Segment.WarmUp s -> s.users();
            case Segment.LeadIn s -> s.users();
            case Segment.Turn s -> s.users();
        };
    }

    /** The most users that are ever active at once. */
    public int maxUsers() {
        return maxUsers(segments);
    }

    private static int maxUsers(List<Segment> segments) {
        return segments.stream()
                .mapToInt(s -> Math.max(s.usersFrom(), reachedUsers(s)))
                .max()
                .orElseThrow();
    }

    private static int reachedUsers(Segment segment) {
        double end = segment.plannedSeconds().orElse(0);
        return (int) Math.round(usersWithin(segment, end));
    }

    /** The same ended after so many of its segments. */
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

    /** Length of the whole load without its warm-up, in seconds; empty where counted segments leave it open. */
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

    /** Offered load in user-seconds: the integral of {@link #usersAt} over what is measured; empty where its length is open. */
    public OptionalDouble userSeconds() {
        return userSecondsUpTo(Double.POSITIVE_INFINITY);
    }

    /**
     * The integral of {@code min(usersAt, workers)} over what is measured: the time that a server with so many workers
     * can be busy then. Empty where the length of the load is open.
     */
    public OptionalDouble userSecondsUpTo(double workers) {
        double sum = 0;
        for (var segment : segments) {
            if (!segment.isMeasured()) {
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

    /** A duration in seconds. */
    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static long nanos(Segment segment) {
        return Math.round(segment.plannedSeconds().orElse(0) * 1e9);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
