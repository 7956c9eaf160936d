package dev.ralbench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which segments a {@link LoadShape} has, one after the other. */
final class ShapeSegments {
    private static final int USERS_BEFORE_AN_OPEN_LOAD = 64;

    private ShapeSegments() {}

    static List<Segment> of(LoadShape shape) {
        return switch (shape) {
            case LoadShape.ConstantUsers s -> List.of(new Segment.Hold(s.users(), s.hold()));
            case LoadShape.Ramp s -> List.of(new Segment.Slope(s.from(), s.to(), s.ramp(), s.ramp()));
            case LoadShape.Stairs s -> stairs(s);
            case LoadShape.LoopsPerUser s -> List.of(counted(s.users(), s.ramp(), s.loops(), false, false, s.within()));
            case LoadShape.TotalRequests s ->
                List.of(counted(s.users(), Duration.ZERO, s.requests(), true, false, s.within()));
            case LoadShape.Burst s -> List.of(counted(s.users(), Duration.ZERO, s.loops(), false, true, s.within()));
            case LoadShape.Open s -> open(s);
            case LoadShape.Sequence s ->
                s.parts().stream().flatMap(part -> of(part).stream()).toList();
            case LoadShape.Turns s -> turns(s);
            case LoadShape.WarmedUp s -> warmedUp(s);
            case LoadShape.Climb s -> climb(s);
            case LoadShape.Labelled s ->
                of(s.shape()).stream()
                        .map(segment -> segment.labelled(s.label()))
                        .toList();
            case LoadShape.Repeated s ->
                Collections.nCopies(s.times(), of(s.shape())).stream()
                        .flatMap(List::stream)
                        .toList();
        };
    }

    private static Segment counted(
            int users, Duration ramp, long count, boolean shared, boolean connectFirst, Optional<Duration> within) {
        return new Segment.Counted(users, ramp, count, shared, connectFirst, within, Optional.empty());
    }

    private static List<Segment> open(LoadShape.Open open) {
        return switch (open.rate()) {
            case RateShape.Constant s -> List.of(rate(open, s.perSecond(), s.perSecond(), s.hold()));
            case RateShape.Ramp s -> List.of(rate(open, s.from(), s.to(), s.ramp()));
            case RateShape.Stairs s -> rateStairs(open, s);
        };
    }

    private static Segment rate(LoadShape.Open open, double from, double to, Duration length) {
        return new Segment.Open(
                new ArrivalRate(from, to, length), length, open.arrivals(), open.connections(), Optional.empty());
    }

    private static List<Segment> rateStairs(LoadShape.Open open, RateShape.Stairs stairs) {
        var segments = new ArrayList<Segment>();
        if (stairs.start() > 0) {
            segments.add(rate(open, stairs.start(), stairs.start(), stairs.hold()));
        }
        for (int step = 1; step <= stairs.times(); step++) {
            double from = stairs.start() + (step - 1) * stairs.add();
            double to = stairs.start() + step * stairs.add();
            if (!stairs.ramp().isZero()) {
                segments.add(rate(open, from, to, stairs.ramp()));
            }
            segments.add(rate(open, to, to, stairs.hold()));
        }
        return segments;
    }

    /** The highest level first: there a warm-up takes the least time, and its effect serves the other levels. */
    private static List<Segment> turns(LoadShape.Turns turns) {
        var segments = new ArrayList<Segment>();
        for (int users :
                turns.levels().stream().sorted(Comparator.reverseOrder()).toList()) {
            segments.add(new Segment.WarmUp(users, users, Segment.WarmUp.End.REST));
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
                        new Segment.LeadIn(users, climb.settle()), new Segment.Hold(users, climb.hold())))
                .toList();
    }

    private static List<Segment> warmedUp(LoadShape.WarmedUp warmedUp) {
        var measured = of(warmedUp.shape());
        int users = warmedUp.users().orElseGet(() -> usersOf(new UserTimeline(measured, Optional.empty())));
        var end = measured.getFirst() instanceof Segment.Counted ? Segment.WarmUp.End.DRAIN : Segment.WarmUp.End.GO_ON;
        var segments = new ArrayList<Segment>();
        segments.add(new Segment.WarmUp(users, warmedUp.requests(), end));
        segments.addAll(measured);
        return segments;
    }

    /** An open load has no users. */
    private static int usersOf(UserTimeline measured) {
        return measured.maxUsers() > 0
                ? measured.maxUsers()
                : Math.min(USERS_BEFORE_AN_OPEN_LOAD, measured.maxConnections());
    }

    private static List<Segment> stairs(LoadShape.Stairs stairs) {
        var segments = new ArrayList<Segment>();
        if (stairs.start() > 0) {
            segments.add(new Segment.Hold(stairs.start(), stairs.hold()));
        }
        for (int step = 1; step <= stairs.times(); step++) {
            int to = stairs.start() + step * stairs.add();
            if (!stairs.ramp().isZero()) {
                segments.add(new Segment.Slope(to - stairs.add(), to, stairs.ramp(), stairs.ramp()));
            }
            segments.add(new Segment.Hold(to, stairs.hold()));
        }
        return segments;
    }
}
