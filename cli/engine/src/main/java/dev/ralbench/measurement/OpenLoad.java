package dev.ralbench.measurement;

import dev.ralbench.load.Phase;
import dev.ralbench.load.Spacing;

/**
 * The load offered in a window of an open load, and how far generator and target kept up with it.
 *
 * @param rateFrom requests per second at its beginning
 * @param rateTo requests per second at its end
 * @param spacing how arrivals are spread over time
 * @param plannedArrivals the integral of the rate: how many requests were to be sent
 * @param arrivals requests that were due; each is in exactly one outcome, sent or not
 * @param sent requests that were sent within the window, whenever they had been due
 * @param waitingAtEnd requests that had not been sent at its end, for want of a connection
 * @param outstandingAtEnd requests that had not ended at its end, those included
 * @param service service times: of successful requests, from when they were really sent
 * @param late how much later than intended the generator came to each arrival
 */
public record OpenLoad(
        double rateFrom,
        double rateTo,
        Spacing spacing,
        double plannedArrivals,
        long arrivals,
        long sent,
        long waitingAtEnd,
        long outstandingAtEnd,
        LatencyDistribution service,
        LatencyDistribution late) {

    static OpenLoad of(Phase.Open phase, WindowTally tally) {
        return new OpenLoad(
                phase.rate().from(),
                phase.rateTo(),
                phase.arrivals().spacing(),
                phase.dueArrivals(),
                tally.arrivals(),
                tally.sent(),
                tally.waitingAtEnd(),
                tally.outstandingAtEnd(),
                tally.service(),
                tally.late());
    }

    /** The mean of the rate, also if the window ended before its plan did. */
    public double offeredPerSecond() {
        return (rateFrom + rateTo) / 2;
    }

    /** Two parts of one load in the same window: rates and counts add up. */
    OpenLoad together(OpenLoad other) {
        return new OpenLoad(
                rateFrom + other.rateFrom,
                rateTo + other.rateTo,
                spacing,
                plannedArrivals + other.plannedArrivals,
                arrivals + other.arrivals,
                sent + other.sent,
                waitingAtEnd + other.waitingAtEnd,
                outstandingAtEnd + other.outstandingAtEnd,
                service.plus(other.service),
                late.plus(other.late));
    }

    /** Two windows of the same rate: counts add up; the end figures are those of the worse end. */
    OpenLoad plus(OpenLoad other) {
        return new OpenLoad(
                rateFrom,
                rateTo,
                spacing,
                plannedArrivals + other.plannedArrivals,
                arrivals + other.arrivals,
                sent + other.sent,
                Math.max(waitingAtEnd, other.waitingAtEnd),
                Math.max(outstandingAtEnd, other.outstandingAtEnd),
                service.plus(other.service),
                late.plus(other.late));
    }
}
