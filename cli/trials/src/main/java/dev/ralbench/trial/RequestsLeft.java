package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.trial.watch.Tick;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How much longer a load takes of which some parts last until their requests are done: those that are left, at the pace
 * of those that have ended. Follows one load, tick by tick.
 */
final class RequestsLeft {
    /** A phase is that old before its own pace says more than that of the whole load. */
    private static final double SECONDS_FOR_A_PACE = 1;

    private final UserTimeline timeline;
    private final PlannedWindows windows;
    private int window = -1;
    private long endedBeforeWindow;
    private double secondsBeforeWindow;
    /** Requests of parts that last for a fixed time: their number is not planned. */
    private long endedInTimedParts;

    private long endedInWarmUp;
    /** Since the load began; 0 without a warm-up. */
    private double warmUpSeconds;

    RequestsLeft(UserTimeline timeline) {
        this.timeline = timeline;
        this.windows = new PlannedWindows(timeline);
    }

    /** Whether the warm-up is over. */
    boolean isMeasured() {
        return window >= timeline.firstMeasured();
    }

    /** Since the load began; 0 without a warm-up, or before its end. */
    double warmUpSeconds() {
        return warmUpSeconds;
    }

    /** Seconds from now to the end of the load; empty before it begins, and while requests are left and none has ended. */
    OptionalDouble seconds(Tick tick) {
        var soFar = tick.lastSecond().soFar();
        follow(windows.of(tick), tick, soFar);
        if (window < 0) {
            return OptionalDouble.empty();
        }
        if (window >= timeline.phases().size()) {
            return OptionalDouble.of(0); // the last requests are in flight
        }
        boolean isWarmingUp = window < timeline.firstMeasured();
        long warmUp = isWarmingUp ? warmUpLeft(soFar.ended()) : 0;
        long measured = isWarmingUp ? requests(measuredPhases()) : requestsLeft(soFar.ended());
        double perSecond = pace(soFar);
        if (warmUp + measured > 0 && perSecond <= 0) {
            return OptionalDouble.empty();
        }
        double unseen = isTimed(window) ? 0 : Math.max(0, tick.loadSeconds() - soFar.seconds());
        double ofWarmUp = seconds(warmUp, perSecond);
        double ofMeasured = timedSecondsLeft(tick.windowSeconds()) + seconds(measured, perSecond);
        double allowed = timeline.stopAfter()
                .map(stop -> Clock.seconds(stop) - (isWarmingUp ? 0 : tick.loadSeconds() - warmUpSeconds))
                .orElse(Double.POSITIVE_INFINITY);
        return OptionalDouble.of(
                isWarmingUp
                        ? Math.max(0, ofWarmUp - unseen) + Math.min(ofMeasured, allowed)
                        : Math.max(0, Math.min(ofMeasured - unseen, allowed)));
    }

    private static double seconds(long requests, double perSecond) {
        return requests == 0 ? 0 : requests / perSecond;
    }

    /** Of the current phase, if it counts requests: others have other users. */
    private double pace(LoadTotals soFar) {
        double ofPhase = soFar.seconds() - secondsBeforeWindow;
        if (!isTimed(window) && ofPhase >= SECONDS_FOR_A_PACE && soFar.ended() > endedBeforeWindow) {
            return (soFar.ended() - endedBeforeWindow) / ofPhase;
        }
        return soFar.seconds() > 0 ? soFar.ended() / soFar.seconds() : 0;
    }

    private void follow(int now, Tick tick, LoadTotals soFar) {
        if (now == window) {
            return;
        }
        endedInTimedParts += isTimed(window) ? soFar.ended() - endedBeforeWindow : 0;
        endedBeforeWindow = window < 0 ? 0 : soFar.ended();
        secondsBeforeWindow = window < 0 ? 0 : soFar.seconds();
        int first = timeline.firstMeasured();
        if (first > 0 && window < first && now >= first) {
            warmUpSeconds = tick.loadSeconds() - tick.windowSeconds();
            // Rounds are repeated, so that it is not planned how many they have.
            endedInWarmUp = timeline.usersOfRounds().isEmpty() ? requests(warmUpPhases()) : soFar.ended();
        }
        window = now;
    }

    private long warmUpLeft(long ended) {
        var warmUp = warmUpPhases();
        return Math.clamp(requests(warmUp) - ended, 0, requests(warmUp.subList(window, warmUp.size())));
    }

    private List<Phase> warmUpPhases() {
        return timeline.phases().subList(0, timeline.firstMeasured());
    }

    private List<Phase> measuredPhases() {
        return timeline.phases()
                .subList(timeline.firstMeasured(), timeline.phases().size());
    }

    private boolean isTimed(int index) {
        return index >= 0
                && index < timeline.phases().size()
                && timeline.phases().get(index).plannedSeconds().isPresent();
    }

    /** Counted over all of its parts: an ended request is seen up to a second late, maybe in the next part. */
    private long requestsLeft(long ended) {
        long timed = endedInTimedParts + (isTimed(window) ? ended - endedBeforeWindow : 0);
        long ofAll = requests(measuredPhases()) - (ended - endedInWarmUp - timed);
        long fromHere = requests(fromWindow()); // an earlier part may have given up some of its own
        return Math.clamp(ofAll, 0, fromHere);
    }

    private double timedSecondsLeft(double windowSeconds) {
        double planned = fromWindow().stream()
                .mapToDouble(phase -> phase.plannedSeconds().orElse(0))
                .sum();
        return Math.max(0, planned - (isTimed(window) ? windowSeconds : 0));
    }

    private List<Phase> fromWindow() {
        return timeline.phases().subList(window, timeline.phases().size());
    }

    private static long requests(List<Phase> phases) {
        return phases.stream()
                .mapToLong(phase -> switch (phase) {
                    case Phase.Counted counted -> counted.requests();
                    case Phase.WarmUp warmUp -> warmUp.requests();
                    case Phase.Hold timed -> 0;
                    case Phase.Slope timed -> 0;
                    case Phase.LeadIn timed -> 0;
                    case Phase.Turn timed -> 0;
                    case Phase.Open timed -> 0;
                })
                .sum();
    }
}
