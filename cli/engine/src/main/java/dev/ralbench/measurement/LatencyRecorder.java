package dev.ralbench.measurement;

import dev.ralbench.load.LoadRecorder;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.UserState;
import dev.ralbench.load.Workload.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Records one event loop. Written by that loop alone, without locks and, for a successful request, without allocation.
 * Other threads may read it only after the load's end, unless a method says otherwise.
 */
final class LatencyRecorder implements LoadRecorder {
    /** Distinct failure texts kept; further ones are counted together, so that a target cannot fill the memory. */
    private static final int MOST_DETAILS = 50;

    /** The next response of a service with a long tail may well take a few times as long as all before. */
    private static final long LONGER_THAN_ANY = 4;

    static final String OTHER_DETAILS = "other failures";

    private final LongUnaryOperator commonStart;
    private final List<WindowTally> windows = new ArrayList<>();
    private final Map<String, Long> failureDetails = new HashMap<>();
    private final SlotTally slots;
    private final Names names;
    /** By the positions of names; null of those that nothing asks for before the end. */
    private final @Nullable SoFar[] soFar;

    private final Gaps gaps = new Gaps();
    /** Wait-free for the loop; the sampling thread swaps it once a second. */
    private final SingleWriterRecorder lastSecond =
            new SingleWriterRecorder(1, LatencyDistribution.HIGHEST_MICROS, LatencyDistribution.DIGITS);

    /** Written by the loop, read by the live display, hence volatile; the same goes for the failures. */
    private volatile int activeUsers;

    private final FailureCounts failures = new FailureCounts();
    private boolean isBetweenWindows;
    private final List<DroppedRequest> dropped = new ArrayList<>();
    private long surplus;
    private long stopped;
    private int inFlight;
    private long endNanos;

    private long startNanos;

    /**
     * Of one event loop.
     *
     * @param commonStart the start of the load, of all loops, given the time at which this loop's first window began
     * @param names of requests and journeys; if there are several, each has figures of its own
     * @param soFarOf those of them whose figures are read while the load goes on
     */
    LatencyRecorder(LongUnaryOperator commonStart, SlotLimits limits, Names names, Set<String> soFarOf) {
        this.names = names;
        var all = names.all();
        this.soFar = new SoFar[all.size()];
        for (int i = 0; i < soFar.length; i++) {
            soFar[i] = soFarOf.contains(all.get(i)) ? new SoFar() : null;
        }
        this.commonStart = commonStart;
        this.slots = new SlotTally(limits);
    }

    @Override
    public void windowBegan(int window, boolean isOpen, long nanos) {
        if (windows.isEmpty()) {
            startNanos = commonStart.applyAsLong(nanos);
        } else if (isBetweenWindows) {
            gaps.goOn(nanos);
        } else {
            windows.getLast().end(nanos);
        }
        isBetweenWindows = false;
        windows.add(new WindowTally(nanos, isOpen));
    }

    @Override
    public void windowEnded(long nanos) {
        windows.getLast().end(nanos);
        ended(nanos);
        isBetweenWindows = true;
    }

    @Override
    public void loadEnded(long nanos) {
        if (isBetweenWindows) {
            return; // later events belong to no window
        }
        if (!windows.isEmpty()) {
            windows.getLast().end(nanos);
        }
        ended(nanos);
    }

    /** The series lasts until then, also if nothing has happened for long. */
    private void ended(long nanos) {
        gaps.end(nanos);
        endNanos = nanos;
        if (!windows.isEmpty()) {
            var unused = slots.slotAt(nanos - 1 - startNanos);
        }
    }

    @Override
    public void connected(int window, long tookNanos) {
        windows.get(window).connecting.recordValue(micros(tookNanos));
    }

    @Override
    public void requestStarted(int window, long atNanos) {
        inFlight++;
        gaps.begin(atNanos);
        noteState(slots.slotAt(atNanos - startNanos));
    }

    @Override
    public void arrived(int window, long intendedNanos, long lateNanos) {
        windows.get(window).arrived(micros(lateNanos));
        requestStarted(window, intendedNanos);
    }

    @Override
    public void sent() {
        if (!isBetweenWindows) {
            windows.getLast().sendsOne();
        }
    }

    @Override
    public void served(int window, long serviceNanos) {
        windows.get(window).served(micros(serviceNanos));
    }

    @Override
    public void cameInParts(int window, int request, long startNanos, long firstByteNanos, long endNanos) {
        var tally = windows.get(window);
        long firstByte = micros(firstByteNanos - startNanos);
        long whole = micros(endNanos - startNanos);
        tally.firstBytes.count(firstByte, whole);
        if (names.count() > 1) {
            tally.named(request, names.count()).firstBytes.count(firstByte, whole);
        }
    }

    @Override
    public void transferred(int window, Traffic traffic) {
        var tally = windows.get(window);
        tally.ownTransfer.add(traffic);
        if (countsNow(tally)) {
            windows.getLast().transfer.add(traffic);
        }
    }

    /**
     * Whether what ends now, of a request that started in a window, counts in the present one. The leftovers of a closed
     * part are no goodput of an open one, and vice versa.
     */
    private boolean countsNow(WindowTally ofStart) {
        return !isBetweenWindows && windows.getLast().isOpen() == ofStart.isOpen();
    }

    @Override
    public void phaseEnded(int window, long waiting, long outstanding) {
        windows.get(window).leaves(waiting, outstanding);
    }

    @Override
    public void requestEnded(
            int window, int request, Outcome outcome, long requestStartNanos, long requestEndNanos, String detail) {
        inFlight--;
        var tally = windows.get(window);
        tally.count(outcome);
        if (countsNow(tally)) {
            windows.getLast().ended(outcome);
        }
        if (names.count() > 1 && request != UserRequests.NONE) {
            ofName(tally, request, outcome, requestStartNanos, requestEndNanos);
        }
        if (outcome == Outcome.DROPPED_AT_STOP) {
            dropped.add(new DroppedRequest(window, requestStartNanos, requestEndNanos));
            return; // an end of the load, not of the request
        }
        if (isBetweenWindows || window != windows.size() - 1) {
            crossed(window, requestStartNanos, requestEndNanos);
        }
        int slot = slots.slotAt(requestEndNanos - startNanos);
        noteState(slot);
        if (outcome == Outcome.OK) {
            long micros = micros(requestEndNanos - requestStartNanos);
            tally.successful.recordValue(micros);
            lastSecond.recordValue(micros);
            slots.completed(slot, micros);
            gaps.completion(requestEndNanos);
        } else {
            tally.failed().recordValue(micros(requestEndNanos - requestStartNanos));
            if (outcome == Outcome.CONNECT_FAILED) {
                tally.failedToConnect(requestEndNanos - requestStartNanos);
            }
            slots.failed(slot);
            failures.count(outcome);
            note(detail);
        }
    }

    @Override
    public void journeyEnded(int window, int journey, Outcome outcome, long journeyStartNanos, long journeyEndNanos) {
        ofName(windows.get(window), names.requests().size() + journey, outcome, journeyStartNanos, journeyEndNanos);
    }

    private void ofName(WindowTally tally, int name, Outcome outcome, long startedNanos, long endedNanos) {
        long micros = micros(endedNanos - startedNanos);
        tally.named(name, names.count()).count(outcome, micros);
        if (countsNow(tally)) {
            windows.getLast().named(name, names.count()).ended(outcome);
        }
        var live = soFar[name];
        if (live != null) {
            live.count(outcome, micros);
        }
    }

    /** A request that has outlasted its window: the rest of its time belongs to the windows after it. */
    private void crossed(int window, long requestStartNanos, long requestEndNanos) {
        windows.get(window).endsAfterIt(requestStartNanos, requestEndNanos);
        int current = windows.size() - 1;
        for (int later = window + 1; later <= current; later++) {
            boolean isOn = later == current && !isBetweenWindows;
            windows.get(later).carriesOver(requestEndNanos, isOn);
        }
    }

    /**
     * Counts requests that were in flight at the end of the load as if they had been answered then. Those that had waited
     * for several times as long as any response took are left out: they may never have ended.
     *
     * @param longestNanos the longest response time of the load
     */
    void countDropped(long longestNanos) {
        for (var request : dropped) {
            if (request.endNanos() - request.startNanos() <= LONGER_THAN_ANY * longestNanos) {
                windows.get(request.window()).lacks(request.startNanos(), request.endNanos());
                for (int later = request.window() + 1; later < windows.size(); later++) {
                    windows.get(later).carriesOver(request.endNanos(), false);
                }
            }
        }
        dropped.clear();
    }

    private void noteState(int slot) {
        slots.state(slot, activeUsers, inFlight);
    }

    @Override
    public void setUpFailed(String detail) {
        note(UserRequests.SETUP + detail);
    }

    private void note(String detail) {
        boolean isKept = failureDetails.size() < MOST_DETAILS || failureDetails.containsKey(detail);
        failureDetails.merge(isKept ? detail : OTHER_DETAILS, 1L, Long::sum);
    }

    @Override
    public void resent(int window) {
        windows.get(window).resendsOne();
    }

    @Override
    public void userStopped() {
        stopped++;
    }

    @Override
    public void surplus() {
        surplus++;
    }

    @Override
    public void spent(int window, UserState state, long nanos) {
        windows.get(window).spend(state, nanos);
    }

    @Override
    public void activeUsers(int users) {
        activeUsers = users;
    }

    private static long micros(long nanos) {
        return Math.max(1, Math.round(nanos / 1e3));
    }

    /** Active users now; may be called from any thread. */
    int usersNow() {
        return activeUsers;
    }

    /** Failed requests so far; may be read by any thread. */
    FailureCounts failuresNow() {
        return failures;
    }

    /** Moves the successful response times since the last call; called by the sampling thread only. */
    void takeLastSecond(Histogram into) {
        lastSecond.getIntervalHistogramInto(into);
    }

    /**
     * Adds the successful times of a name since the last call; called by the sampling thread only.
     *
     * @return its failures so far
     */
    FailureCounts takeLastSecond(String name, Histogram sum) {
        var live = soFar[names.all().indexOf(name)];
        if (live == null) {
            return new FailureCounts();
        }
        live.take(sum);
        return live.failures;
    }

    /** The requests, or journeys, of one name, readable while the load goes on. */
    private static final class SoFar {
        private final SingleWriterRecorder successful =
                new SingleWriterRecorder(1, LatencyDistribution.HIGHEST_MICROS, LatencyDistribution.DIGITS);
        private final FailureCounts failures = new FailureCounts();

        void count(Outcome outcome, long micros) {
            if (outcome == Outcome.OK) {
                successful.recordValue(Math.min(micros, LatencyDistribution.HIGHEST_MICROS));
            } else if (outcome != Outcome.DROPPED_AT_STOP) {
                failures.count(outcome);
            }
        }

        void take(Histogram sum) {
            var last = LatencyDistribution.newHistogram();
            successful.getIntervalHistogramInto(last);
            sum.add(last);
        }
    }

    /** A request without a response when the load ended. */
    private record DroppedRequest(int window, long startNanos, long endNanos) {}

    List<WindowTally> windows() {
        return windows;
    }

    SlotTally slots() {
        return slots;
    }

    Gaps gaps() {
        return gaps;
    }

    Map<String, Long> failureDetails() {
        return failureDetails;
    }

    /** How many requests were sent once more. */
    long resentSeen() {
        return windows.stream().mapToLong(WindowTally::resent).sum();
    }

    /** How many users stopped for good. */
    long stoppedSeen() {
        return stopped;
    }

    /** How often the target sent bytes that belong to no request. */
    long surplusSeen() {
        return surplus;
    }

    long startNanos() {
        return startNanos;
    }

    long endNanos() {
        return endNanos;
    }
}
