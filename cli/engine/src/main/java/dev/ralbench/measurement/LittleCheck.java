package dev.ralbench.measurement;

/**
 * Little's law on one steady level: users N = completions per second X times (response time R + think time Z). It
 * holds for every system, so a deviation means that something was measured wrongly.
 *
 * @param users N, offered
 * @param inFlight users with a request in flight, averaged over time
 * @param completionsPerSecond X, of all requests that ended in the window, failed ones included
 * @param cycleMillis R + Z, the mean of those that started in it, with connection set-up if there was any
 * @param deviation {@code X (R + Z) / N - 1}, where a response that an edge of the window cuts counts as far as it lies
 *     within
 * @param tolerance {@code 2 % + Z / T}; the second term is the edge effect of users that think in a window of length T.
 *     Of files written before responses were cut at the edges {@code 2 % + (R + Z) / T}
 * @param cause the likely cause if it does not hold, else empty
 */
public record LittleCheck(
        double users,
        double inFlight,
        double completionsPerSecond,
        double cycleMillis,
        double deviation,
        double tolerance,
        String cause) {

    public boolean holds() {
        return Math.abs(deviation) <= tolerance;
    }
}
