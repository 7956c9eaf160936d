package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.UserState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The counts of one event loop in one window. Mutable, because its loop alone writes it on the hot path. */
@SuppressWarnings("EnumOrdinal") // an array is the counter that neither boxes nor allocates; it is never stored
final class WindowTally {
    private static final double NANOS = 1e9;

    private final long[] outcomes = new long[Outcome.values().length];
    private final long[] spentNanos = new long[UserState.values().length];
    final Histogram successful = LatencyDistribution.newHistogram();
    final Histogram connecting = LatencyDistribution.newHistogram();
    final FirstByteTally firstBytes = new FirstByteTally(Histogram::new);
    /** Of requests that started in it. */
    final TransferTally ownTransfer = new TransferTally();
    /** Of requests that ended within it. */
    final TransferTally transfer = new TransferTally();

    private final List<NamedTally> named = new ArrayList<>();
    private @Nullable Histogram failed;
    private @Nullable Histogram service;
    private @Nullable Histogram late;
    private long arrivals;
    private long sent;
    private long resent;
    private long waitingAtEnd;
    private long outstandingAtEnd;
    private long successfulWithin;
    private long endedWithin;
    private final boolean isOpen;
    private final long beginNanos;
    private long endNanos;
    private long pausedNanos;
    private long connectFailedNanos;
    /** Response time within the window of requests that started before it, less that of its own after its end. */
    private long edgeNanos;

    WindowTally(long beginNanos) {
        this(beginNanos, false);
    }

    /** @param isOpen whether requests arrive in it, instead of users sending them */
    WindowTally(long beginNanos, boolean isOpen) {
        this.isOpen = isOpen;
        this.beginNanos = beginNanos;
        this.endNanos = beginNanos;
    }

    boolean isOpen() {
        return isOpen;
    }

    /**
     * The counts of a request, or a journey, by its name.
     *
     * @param name its position, of so many names: journeys come after the requests
     */
    NamedTally named(int name, int names) {
        while (named.size() < names) {
            named.add(new NamedTally());
        }
        return named.get(name);
    }

    /** By the positions of their names; empty if the load has one request, or none ended. */
    List<NamedTally> named() {
        return named;
    }

    /** Made on the first failure: most windows have none. */
    Histogram failed() {
        if (failed == null) {
            failed = LatencyDistribution.newHistogram();
        }
        return failed;
    }

    /** A request of an open phase was due; only such windows have the two further histograms. */
    void arrived(long lateMicros) {
        if (late == null) {
            late = LatencyDistribution.newHistogram();
        }
        late.recordValue(lateMicros);
        arrivals++;
    }

    void sendsOne() {
        sent++;
    }

    void resendsOne() {
        resent++;
    }

    void served(long serviceMicros) {
        if (service == null) {
            service = LatencyDistribution.newHistogram();
        }
        service.recordValue(serviceMicros);
    }

    void leaves(long waiting, long outstanding) {
        waitingAtEnd += waiting;
        outstandingAtEnd += outstanding;
    }

    void count(Outcome outcome) {
        outcomes[outcome.ordinal()]++;
    }

    /** After so long; it is a response time like others, too. */
    void failedToConnect(long nanos) {
        connectFailedNanos += nanos;
    }

    /** Seconds that users spent connecting, or waiting for their turn to, without the attempts that failed. */
    double connectSeconds() {
        return Math.max(0, spentNanos[UserState.CONNECTING.ordinal()] - connectFailedNanos) / NANOS;
    }

    /** A request ended within the window, whenever it started. */
    void ended(Outcome outcome) {
        if (outcome == Outcome.OK) {
            successfulWithin++;
        }
        if (outcome != Outcome.DROPPED_AT_STOP) {
            endedWithin++;
        }
    }

    /** A request that started in it ended after it. */
    void endsAfterIt(long requestStartNanos, long requestEndNanos) {
        edgeNanos -= Math.max(0, requestEndNanos - Math.max(requestStartNanos, endNanos));
    }

    /**
     * A request from before it ended at a time.
     *
     * @param isOn whether the window has not ended yet
     */
    void carriesOver(long requestEndNanos, boolean isOn) {
        edgeNanos += Math.max(0, (isOn ? requestEndNanos : Math.min(requestEndNanos, endNanos)) - beginNanos);
    }

    /** A request that started in it has no response time, though it was in flight up to some time. */
    void lacks(long requestStartNanos, long requestEndNanos) {
        edgeNanos += Math.max(0, Math.min(requestEndNanos, endNanos) - requestStartNanos);
    }

    /**
     * The area under the number of requests in flight: response times as far as they lie within the window, in seconds.
     */
    double responseSeconds() {
        double micros = sumMicros(successful) + (failed == null ? 0 : sumMicros(failed));
        return micros / 1e6 + edgeNanos / NANOS;
    }

    private static double sumMicros(Histogram times) {
        return times.getTotalCount() == 0 ? 0 : times.getMean() * times.getTotalCount();
    }

    /** The longest time of a successful request; 0 without one. */
    long longestNanos() {
        return successful.getTotalCount() == 0 ? 0 : successful.getMaxValue() * 1000;
    }

    void spend(UserState state, long nanos) {
        spentNanos[state.ordinal()] += nanos;
    }

    void end(long nanos) {
        endNanos = nanos;
    }

    /** Leaves a pause out of the window's length. */
    void pause(long nanos) {
        pausedNanos += nanos;
    }

    long lengthNanos() {
        return endNanos - beginNanos - pausedNanos;
    }

    long beginNanos() {
        return beginNanos;
    }

    long endNanos() {
        return endNanos;
    }

    /** Adds another loop's counts of the same window. */
    void add(WindowTally other) {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += other.outcomes[i];
        }
        for (int i = 0; i < spentNanos.length; i++) {
            spentNanos[i] += other.spentNanos[i];
        }
        connectFailedNanos += other.connectFailedNanos;
        edgeNanos += other.edgeNanos;
        successfulWithin += other.successfulWithin;
        endedWithin += other.endedWithin;
        successful.add(other.successful);
        connecting.add(other.connecting);
        firstBytes.add(other.firstBytes);
        ownTransfer.add(other.ownTransfer);
        transfer.add(other.transfer);
        if (other.failed != null) {
            failed().add(other.failed);
        }
        for (int i = 0; i < other.named.size(); i++) {
            named(i, other.named.size()).add(other.named.get(i));
        }
        service = sum(service, other.service);
        late = sum(late, other.late);
        arrivals += other.arrivals;
        sent += other.sent;
        resent += other.resent;
        leaves(other.waitingAtEnd, other.outstandingAtEnd);
    }

    private static @Nullable Histogram sum(@Nullable Histogram mine, @Nullable Histogram other) {
        if (mine == null || other == null) {
            return mine == null ? other : mine;
        }
        var sum = mine.copy();
        sum.add(other);
        return sum;
    }

    long arrivals() {
        return arrivals;
    }

    long sent() {
        return sent;
    }

    long resent() {
        return resent;
    }

    long waitingAtEnd() {
        return waitingAtEnd;
    }

    long outstandingAtEnd() {
        return outstandingAtEnd;
    }

    LatencyDistribution service() {
        return service == null ? LatencyDistribution.empty() : new LatencyDistribution(service);
    }

    LatencyDistribution late() {
        return late == null ? LatencyDistribution.empty() : new LatencyDistribution(late);
    }

    Map<Outcome, Long> outcomeCounts() {
        var counts = new EnumMap<Outcome, Long>(Outcome.class);
        for (var outcome : Outcome.values()) {
            counts.put(outcome, outcomes[outcome.ordinal()]);
        }
        return counts;
    }

    WindowRequests.Completions completions() {
        return new WindowRequests.Completions(successfulWithin, endedWithin);
    }

    /** Requests started in the window that have ended: those of a counted phase, and no others. */
    WindowRequests.Completions ownCompletions() {
        long failedCount = failed == null ? 0 : failed.getTotalCount();
        return new WindowRequests.Completions(successful.getTotalCount(), successful.getTotalCount() + failedCount);
    }

    LatencyDistribution all() {
        var all = successful.copy();
        if (failed != null) {
            all.add(failed);
        }
        return new LatencyDistribution(all);
    }

    Ledger ledger() {
        return new Ledger(
                spent(UserState.CONNECTING),
                spent(UserState.WAITING),
                spent(UserState.THINKING),
                spent(UserState.IDLE),
                spent(UserState.LEAVING));
    }

    private double spent(UserState state) {
        return spentNanos[state.ordinal()] / NANOS;
    }
}
