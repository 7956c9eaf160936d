package dev.ralbench.load;

import dev.ralbench.Clock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;

/**
 * The load that every variant gets.
 *
 * @param stopAfter hard end. Requests in flight are dropped then; where the load should have ended by the number of its
 *     requests, they count as still open
 * @param timeout how long a user waits for a response before it gives up and goes on; in an open load also how long a
 *     request may wait to be sent
 * @param think pause of a user between response and next request
 * @param keepAlive whether a user's connection serves more than one request
 * @param abortWhen limits beyond which the load ends
 * @param sources local addresses that users' connections begin at, in turn; empty to leave that to the kernel
 */
public record LoadPlan(
        LoadShape shape,
        Optional<Duration> stopAfter,
        Duration timeout,
        Duration think,
        boolean keepAlive,
        OnFailure onFailure,
        Optional<AbortRule> abortWhen,
        List<InetAddress> sources) {

    /** The range of the histograms; a longer response time would be cut off. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    /** A request of an open load may wait for a connection, for that to be made, and for its response. */
    private static final int TIMEOUTS_OF_AN_OPEN_REQUEST = 3;

    public LoadPlan {
        sources = List.copyOf(sources);
        if (!timeout.isPositive() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout: must be positive and at most 1h, got " + timeout);
        }
        var longestOfOpen = LONGEST_TIMEOUT.dividedBy(TIMEOUTS_OF_AN_OPEN_REQUEST);
        if (isOpen(shape) && timeout.compareTo(longestOfOpen) > 0) {
            throw new IllegalArgumentException(
                    "timeout: must be at most " + longestOfOpen + " where a load is open, got " + timeout);
        }
        if (think.isNegative()) {
            throw new IllegalArgumentException("think: must not be negative, got " + think);
        }
        if (stopAfter.isPresent() && !stopAfter.get().isPositive()) {
            throw new IllegalArgumentException("stopAfter: must be positive, got " + stopAfter.get());
        }
    }

    /** A plan whose connections use any local address that the kernel chooses. */
    public LoadPlan(
            LoadShape shape,
            Optional<Duration> stopAfter,
            Duration timeout,
            Duration think,
            boolean keepAlive,
            OnFailure onFailure) {
        this(shape, stopAfter, timeout, think, keepAlive, onFailure, Optional.empty(), List.of());
    }

    /** Until the shape's own end, without think time, over connections that are kept, whatever fails. */
    public static LoadPlan of(LoadShape shape, Duration timeout) {
        return new LoadPlan(shape, Optional.empty(), timeout, Duration.ZERO, true, OnFailure.CONTINUE);
    }

    /** Effect of a failed request on the run. */
    public enum OnFailure {
        /** Count it; the user goes on with its next request. */
        CONTINUE,
        /** End the load at the first failure, as ab does; the result says after how many completed requests. */
        ABORT,
    }

    /**
     * Most requests per second that the load is to send; for users that think, as if responses took no time. Empty if
     * users go on as soon as they have a response, so that the target alone decides.
     */
    public OptionalDouble plannedRate() {
        var timeline = UserTimeline.of(shape);
        var arrivals = timeline.open().mapToDouble(Phase.Open::highestRate);
        var users =
                think.isPositive() ? DoubleStream.of(timeline.maxUsers() / Clock.seconds(think)) : DoubleStream.empty();
        return DoubleStream.concat(arrivals, users).max();
    }

    /** The requests of the past that are sent again; empty of a load of other requests. */
    public Optional<Replay> replay() {
        return UserTimeline.of(shape)
                .open()
                .flatMap(phase -> phase.arrivals().replay().stream())
                .findFirst();
    }

    /** Time after which no other round of its warm-up begins; empty unless that ends when the target is compiled. */
    public Optional<Duration> untilCompiled() {
        return shape instanceof LoadShape.WarmedUp warmedUp ? warmedUp.untilCompiled() : Optional.empty();
    }

    /** Requests before anything is measured, at least; 0 without a warm-up. */
    public long leastWarmUp() {
        return shape instanceof LoadShape.WarmedUp warmedUp ? warmedUp.requests() : 0;
    }

    /** This plan's requests, sent in turns with those of other loads. The plan ends with its turns. */
    public LoadPlan inTurns(LoadShape.Turns turns) {
        return new LoadPlan(turns, Optional.empty(), timeout, think, keepAlive, onFailure, abortWhen, sources);
    }

    /**
     * The same requests by ever more users, after the same warm-up. If that names no users it has eight times those of
     * the first level: as many as of the last one would be the overload that is searched for.
     */
    public LoadPlan climbing(LoadShape.Climb climb) {
        var warmedUp = shape instanceof LoadShape.WarmedUp before
                ? before.before(climb, OptionalInt.of(before.users().orElse(Math.min(climb.to(), 8 * climb.from()))))
                : climb;
        // Failures are what it looks for: they must not end it.
        return new LoadPlan(
                warmedUp, Optional.empty(), timeout, think, keepAlive, OnFailure.CONTINUE, Optional.empty(), sources);
    }

    /** This plan with the given seed for everything that is left to chance. */
    public LoadPlan seeded(long seed) {
        return new LoadPlan(shape.seeded(seed), stopAfter, timeout, think, keepAlive, onFailure, abortWhen, sources);
    }

    private static boolean isOpen(LoadShape shape) {
        return UserTimeline.of(shape).open().findAny().isPresent();
    }

    /** The timeout such as {@code 10 s}. */
    String timeoutInWords() {
        return Unanswered.inSeconds(timeout);
    }

    /** The arithmetic of the shape, cut at {@code stopAfter}. */
    public UserTimeline timeline() {
        if (stopAfter.isEmpty()) {
            return UserTimeline.of(shape);
        }
        return UserTimeline.of(shape instanceof LoadShape.WarmedUp warmedUp ? warmedUp(warmedUp) : shape)
                .cutAt(stopAfter.get());
    }

    /** A warm-up has as many users as the load gets to, which the part after its end does not count for. */
    private LoadShape warmedUp(LoadShape.WarmedUp warmedUp) {
        int most =
                UserTimeline.of(warmedUp.shape()).cutAt(stopAfter.orElseThrow()).maxUsers();
        return warmedUp.users().isPresent() || most == 0
                ? warmedUp
                : warmedUp.before(warmedUp.shape(), OptionalInt.of(most));
    }
}
