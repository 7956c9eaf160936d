package dev.ralbench.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The closed form that foretells how many requests a variant completes: user-seconds / (d + o) for a server without a
 * limit, thread-seconds / (d + o) for one with {@code workers} threads, where thread-seconds is the integral of
 * min(users, workers). The overhead o is measured at the lowest level. Where a part of the load is counted there are no
 * planned user-seconds: then the mean response time of its last level is foretold, and the rate that follows from it.
 *
 * @param delay d: how long the handler waits
 * @param workers how many requests can be in the handler at once, where that is limited
 * @param cpu CPU time of one request, where the CPUs limit a counted load
 */
public record Prediction(Duration delay, OptionalInt workers, Optional<Duration> cpu) {}
