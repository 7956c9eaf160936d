package dev.ralbench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which phases a {@link LoadShape} has, one after the other. */
final class ShapePhases {
    private static final int USERS_BEFORE_AN_OPEN_LOAD = 64;
    /** Many would have to share the CPUs with the compilers as long as nothing is compiled. */
    private static final int FIRST_USERS = 4;

    private ShapePhases() {}

    static List<Phase> of(LoadShape shape) {
        return switch (shape) {
            case LoadShape.ConstantUsers s -> List.of(new Phase.Hold(s.users(), s.hold()));
            case LoadShape.Ramp s -> List.of(new Phase.Slope(s.from(), s.to(), s.ramp(), s.ramp()));
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
            case LoadShape.Climb s -> s.phases(s.levels(), s.settle());
            case LoadShape.Labelled s ->
                of(s.shape()).stream().map(phase -> phase.labelled(s.label())).toList();
            case LoadShape.Repeated s ->
                Collections.nCopies(s.times(), of(s.shape())).stream()
                        .flatMap(List::stream)
                        .toList();
        };
    }

    private static Phase counted(
            int users, Duration ramp, long count, boolean shared, boolean connectFirst, Optional<Duration> within) {
        return new Phase.Counted(users, ramp, count, shared, connectFirst, within, Optional.empty());
    }

    private static List<Phase> open(LoadShape.Open open) {
        return switch (open.rate()) {
            case RateShape.Constant s -> List.of(rate(open, s.perSecond(), s.perSecond(), s.hold()));
            case RateShape.Ramp s -> List.of(rate(open, s.from(), s.to(), s.ramp()));
            case RateShape.Stairs s -> rateStairs(open, s);
        };
    }

    private static Phase rate(LoadShape.Open open, double from, double to, Duration length) {
        return new Phase.Open(
                new ArrivalRate(from, to, length), length, open.arrivals(), open.connections(), Optional.empty());
    }

    private static List<Phase> rateStairs(LoadShape.Open open, RateShape.Stairs stairs) {
        var phases = new ArrayList<Phase>();
        if (stairs.start() > 0) {
            phases.add(rate(open, stairs.start(), stairs.start(), stairs.hold()));
        }
        for (int step = 1; step <= stairs.times(); step++) {
            double from = stairs.start() + (step - 1) * stairs.add();
            double to = stairs.start() + step * stairs.add();
            if (!stairs.ramp().isZero()) {
                phases.add(rate(open, from, to, stairs.ramp()));
            }
            phases.add(rate(open, to, to, stairs.hold()));
        }
        return phases;
    }

    /** The highest level first: there a warm-up takes the least time, and its effect serves the other levels. */
    private static List<Phase> turns(LoadShape.Turns turns) {
        var phases = new ArrayList<Phase>();
        for (int users :
                turns.levels().stream().sorted(Comparator.reverseOrder()).toList()) {
            phases.add(new Phase.WarmUp(users, users, Phase.WarmUp.End.REST));
            for (int i = 0; i < turns.perLevel(); i++) {
                phases.add(new Phase.LeadIn(users, turns.leadIn()));
                phases.add(new Phase.Turn(users, turns.length()));
            }
        }
        return phases;
    }

    private static List<Phase> warmedUp(LoadShape.WarmedUp warmedUp) {
        var measured = of(warmedUp.shape());
        int users = warmedUp.users().orElseGet(() -> usersOf(new UserTimeline(measured, Optional.empty())));
        var phases = new ArrayList<Phase>();
        if (warmedUp.untilCompiled().isPresent()) {
            IntStream.of(FIRST_USERS, users)
                    .filter(some -> some <= users)
                    .distinct()
                    .forEach(some -> phases.add(new Phase.WarmUp(some, some, Phase.WarmUp.End.REST)));
            outOfStep(measured.getFirst()).ifPresent(phases::add);
        } else {
            var end = measured.getFirst() instanceof Phase.Counted ? Phase.WarmUp.End.DRAIN : Phase.WarmUp.End.GO_ON;
            phases.add(new Phase.WarmUp(users, warmedUp.requests(), end));
        }
        phases.addAll(measured);
        return phases;
    }

    /** Users who begin a level together after a rest would answer in step. */
    private static Optional<Phase> outOfStep(Phase first) {
        return first instanceof Phase.Hold level
                ? Optional.of(new Phase.WarmUp(level.users(), 3L * level.users(), Phase.WarmUp.End.GO_ON))
                : Optional.empty();
    }

    /** An open load has no users. */
    private static int usersOf(UserTimeline measured) {
        return measured.maxUsers() > 0
                ? measured.maxUsers()
                : Math.min(USERS_BEFORE_AN_OPEN_LOAD, measured.maxConnections());
    }

    private static List<Phase> stairs(LoadShape.Stairs stairs) {
        var phases = new ArrayList<Phase>();
        if (stairs.start() > 0) {
            phases.add(new Phase.Hold(stairs.start(), stairs.hold()));
        }
        for (int step = 1; step <= stairs.times(); step++) {
            int to = stairs.start() + step * stairs.add();
            if (!stairs.ramp().isZero()) {
                phases.add(new Phase.Slope(to - stairs.add(), to, stairs.ramp(), stairs.ramp()));
            }
            phases.add(new Phase.Hold(to, stairs.hold()));
        }
        return phases;
    }
}
