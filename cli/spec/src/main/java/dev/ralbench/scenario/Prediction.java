package dev.ralbench.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The closed form that predicts how many requests a variant completes: user-seconds / (d + o) for a server without a
 * limit, thread-seconds / (d + o) for one with {@code workers} threads, where thread-seconds is the integral of
 * min(users, workers). The overhead o is measured at the lowest level. If a part of the load is counted, there are no
 * planned user-seconds: then the mean response time of its last level is predicted, and figures derived from it. The
 * same holds if d + o is of a level above the lowest, because concurrent requests slow each other down.
 *
 * @param delay d: how long the handler waits; with {@code calls} how long each of them takes
 * @param workers how many requests can be in the handler at once, if that is limited
 * @param cpu CPU time of one request, if the CPUs limit a counted load
 * @param poll time between two checks of a request whether its delay is over; empty if the target wakes it
 * @param calls calls of the same server that a request waits for at once; each takes one of the workers
 * @param threads source of the most threads at once
 * @param executor that makes requests hang
 * @param serviceAt users of the level that d + o is measured at; empty for the lowest
 */
public record Prediction(
        Duration delay,
        OptionalInt workers,
        Optional<Duration> cpu,
        Optional<Duration> poll,
        OptionalInt calls,
        Optional<Threads> threads,
        Optional<Executor> executor,
        OptionalInt serviceAt) {

    /** A prediction from a delay, workers and CPU time alone. */
    public Prediction(Duration delay, OptionalInt workers, Optional<Duration> cpu) {
        this(
                delay,
                workers,
                cpu,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    /**
     * Most threads at once: {@code base + min(perUser x users, workers) + perRequest x requests within idle + kept x
     * requests} (study of combined calls, 2.7).
     *
     * @param base Java threads whatever the load
     * @param perUser threads that are busy for each user, of a pool of {@link Prediction#workers} where that is limited
     * @param perRequest threads that each request leaves behind for a while
     * @param idle how long these stay; empty for as long as the load lasts
     * @param kept threads that each request leaves behind for as long as the load lasts
     * @param eventLoops whether Reactor Netty's event loops come on top
     */
    public record Threads(
            int base, int perUser, int perRequest, Optional<Duration> idle, int kept, boolean eventLoops) {}

    /**
     * An executor that silently drops tasks beyond its room (study of fanning out, 1.8).
     *
     * @param threads tasks that run at once
     * @param queue tasks that can wait
     * @param tasks of one request, all of which it waits for
     */
    public record Executor(int threads, int queue, int tasks) {}

    /** How long a request takes if it has to share nothing: the delay, or the look that sees its end. */
    public Duration alone() {
        return poll.map(interval -> Duration.ofNanos(seen(delay.toNanos(), interval.toNanos())))
                .orElse(delay);
    }

    /**
     * When a thread that only looks now and then sees that a wait is over, which is its first look after the end:
     * {@code (floor(wait / interval) + 1) x interval}. A wait of a whole number of intervals ends just after a look, because
     * a call that takes 2 s takes a little longer; so looks every 200 ms make 2.2 s of it (study of combined calls, 2.5).
     *
     * @param wait at least 0, in the unit of the result
     * @param interval above 0, in the same unit
     */
    public static long seen(long wait, long interval) {
        if (wait < 0 || interval <= 0) {
            throw new IllegalArgumentException("wait and interval: must be positive, got " + wait + ", " + interval);
        }
        return (wait / interval + 1) * interval;
    }
}
