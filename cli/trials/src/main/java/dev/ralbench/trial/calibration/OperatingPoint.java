package dev.ralbench.trial.calibration;

import dev.ralbench.Clock;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.load.RateShape;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/**
 * A short load as dense as the densest part of a planned one. An event loop that has to wake up for each request takes
 * several times the CPU time of one that is busy all the time, so that a ceiling holds for a rate only.
 */
final class OperatingPoint {
    /** Users pause as often as this while a short load lasts. */
    private static final int PAUSES = 10;
    /** Fewest requests whose CPU time can be measured. */
    private static final double FEWEST_REQUESTS = 50;
    /** More do not cost more. */
    private static final int MOST_USERS = 1_000;
    /** Likewise of users that never pause: more do not send more. */
    static final int BUSY_USERS = 64;

    private OperatingPoint() {}

    /**
     * The load; none if the planned one has no rate of its own, or one of a few requests per second.
     *
     * @param mostPerSecond the rate of a generator that is busy all the time
     */
    static Optional<LoadPlan> of(LoadPlan planned, double mostPerSecond, Duration length, Duration timeout) {
        double rate = Math.min(planned.plannedRate().orElse(0), mostPerSecond);
        return isSparse(rate, length) ? Optional.empty() : Optional.of(atRate(planned, rate, length, timeout));
    }

    private static boolean isSparse(double rate, Duration length) {
        return rate * Clock.seconds(length) < FEWEST_REQUESTS;
    }

    /** What of a planned load decides the cost of a request: loads with equal words have equal costs. */
    static String inWords(LoadPlan planned, Duration length) {
        double rate = planned.plannedRate().orElse(0);
        int connections = planned.timeline().maxConnections();
        if (isSparse(rate, length)) {
            return "busy, " + Math.min(connections, BUSY_USERS) + " connections";
        }
        return rate + "/s, " + connections + " connections, "
                + densest(planned)
                        .filter(open -> open.highestRate() >= rate)
                        .map(open -> open.arrivals().spacing() + " arrivals")
                        .orElse("users that think");
    }

    /** A load of the same kind at another rate. */
    static LoadPlan atRate(LoadPlan planned, double rate, Duration length, Duration timeout) {
        return densest(planned)
                .filter(open -> open.highestRate() >= planned.plannedRate().orElse(0))
                .map(open -> arriving(open, rate, length, timeout))
                .orElseGet(() -> thinking(rate, length, timeout));
    }

    private static Optional<Phase.Open> densest(LoadPlan planned) {
        return planned.timeline().open().max(Comparator.comparingDouble(Phase.Open::highestRate));
    }

    private static LoadPlan arriving(Phase.Open open, double rate, Duration length, Duration timeout) {
        int connections = Math.min(open.connections(), MOST_USERS);
        // A log's times have a rate of their own.
        var arrivals = open.arrivals().replay().isPresent() ? Arrivals.even() : open.arrivals();
        return LoadPlan.of(new LoadShape.Open(new RateShape.Constant(rate, length), arrivals, connections), timeout);
    }

    /** Fewer users than planned, with pauses that are shorter by as much. */
    private static LoadPlan thinking(double rate, Duration length, Duration timeout) {
        double longest = Clock.seconds(length) / PAUSES;
        int users = Math.clamp(Math.round(rate * longest), 1, MOST_USERS);
        return new LoadPlan(
                new LoadShape.ConstantUsers(users, length),
                Optional.empty(),
                timeout,
                Duration.ofNanos(Math.round(users / rate * 1e9)),
                true,
                LoadPlan.OnFailure.CONTINUE);
    }
}
