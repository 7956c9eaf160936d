package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.trial.watch.Tick;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How much longer a load takes of which some parts last until their requests are done: those that are left, at the pace
 * of those that have ended. Follows one load, tick by tick.
 */
final class RequestsLeft {
    private final UserTimeline timeline;
    private int window = -1;
    private long endedBeforeWindow;
    /** Requests of parts that last for a fixed time: their number is not planned. */
    private long endedInTimedParts;

    RequestsLeft(UserTimeline timeline) {
        this.timeline = timeline;
    }

    /** Seconds from now to the end of the load; empty before the first request has ended. */
    OptionalDouble seconds(Tick tick) {
        var soFar = tick.lastSecond().soFar();
        long ended = soFar.ended();
        follow(tick.window(), ended);
        if (window < 0 || window >= timeline.phases().size() || ended == 0 || soFar.seconds() <= 0) {
            return OptionalDouble.empty();
        }
        double perSecond = ended / soFar.seconds();
        double left = timedSecondsLeft(tick.windowSeconds()) + requestsLeft(ended) / perSecond;
        double allowed = timeline.stopAfter()
                .map(stop -> Clock.seconds(stop) - tick.loadSeconds())
                .orElse(Double.POSITIVE_INFINITY);
        return OptionalDouble.of(Math.max(0, Math.min(left, allowed)));
    }

    private void follow(int now, long ended) {
        if (now == window) {
            return;
        }
        endedInTimedParts += isTimed(window) ? ended - endedBeforeWindow : 0;
        endedBeforeWindow = window < 0 ? 0 : ended;
        window = now;
    }

    private boolean isTimed(int index) {
        return index >= 0
                && index < timeline.phases().size()
                && timeline.phases().get(index).plannedSeconds().isPresent();
    }

    /** Counted over the whole load: an ended request is seen up to a second late, maybe in the next part. */
    private long requestsLeft(long ended) {
        long timed = endedInTimedParts + (isTimed(window) ? ended - endedBeforeWindow : 0);
        long ofAll = requests(timeline.phases()) - (ended - timed);
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
