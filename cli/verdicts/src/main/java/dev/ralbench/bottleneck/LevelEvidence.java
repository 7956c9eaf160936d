package dev.ralbench.bottleneck;

import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.OptionalDouble;

/** One level of one trial, in the terms of queueing theory. */
record LevelEvidence(WindowMeasurement window) {
    /** Failed requests do not keep a resource for as long as others. */
    private static final double MOST_FAILED = 0.05;
    /** With more failures the rate of good responses says nothing about a resource. */
    private static final double MOSTLY_FAILED = 0.5;
    /** CPU time comes in ticks of 10 ms: in a shorter window few of them would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;
    /** Smaller gaps between offered and served requests are at the ends of a level. */
    private static final double LEAST_MISSING = 0.02;

    /** How much fewer requests each user may get than fewer users did, and the service still grows with them. */
    private static final double PROPORTIONAL = 0.1;
    /** Closer levels do not show it. */
    private static final double MORE_USERS = 1.5;

    boolean isSteady() {
        return window.kind() != WindowKind.RAMP && window.lengthSeconds() >= SHORTEST_SECONDS;
    }

    boolean isRate() {
        return window.open().isPresent();
    }

    /** Whether so few requests fail and none hang that response times are those of served requests. */
    boolean isServed() {
        return failedShare() <= MOST_FAILED
                && window.requests().stillOpen() == 0
                && window.requests().timedOut() == 0
                && perSecond() > 0;
    }

    boolean isMostlyFailed() {
        return failedShare() > MOSTLY_FAILED || perSecond() <= 0;
    }

    private double failedShare() {
        return window.requests().errorShare().orElse(1);
    }

    /**
     * Whether all arrivals of a rate, be they requests or whole journeys, are served, and none pile up: at the end there are
     * not many more outstanding than on average. How many there were to be is the plan's, and arrivals at random differ from it.
     */
    boolean keepsUp() {
        return window.open().filter(this::keepsUp).isPresent();
    }

    private boolean keepsUp(OpenLoad open) {
        long served = window.served();
        double usual =
                served / window.lengthSeconds() * window.servedMeanMillis().orElse(0) / 1e3;
        return open.arrivals() > 0
                && served >= (1 - LEAST_MISSING) * open.arrivals()
                && open.waitingAtEnd() == 0
                && open.outstandingAtEnd() <= usual + LEAST_MISSING * open.arrivals();
    }

    /** Successful responses. */
    double perSecond() {
        return window.goodputPerSecond().orElse(0);
    }

    /** Users of a closed level. */
    int users() {
        return window.usersTo();
    }

    /** Whether each user is served as often as those of a level with fewer of them. */
    boolean isProportionalTo(LevelEvidence fewer) {
        return !isRate()
                && !fewer.isRate()
                && users() >= MORE_USERS * fewer.users()
                && perSecond() / users() >= (1 - PROPORTIONAL) * fewer.perSecond() / fewer.users();
    }

    /** Requests under way on average: none of users who think, connect or are idle. */
    double inFlight() {
        return window.ledger().waitingSeconds() / window.lengthSeconds();
    }

    OptionalDouble meanMillis() {
        return window.requests().successful().meanMillis();
    }

    OptionalDouble minMillis() {
        return window.requests().successful().minMillis();
    }
}
