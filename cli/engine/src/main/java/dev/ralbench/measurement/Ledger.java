package dev.ralbench.measurement;

/**
 * Where the user-seconds of a window went; all parts but the last add up to the offered load.
 *
 * @param connectingSeconds user-seconds spent on setting up connections
 * @param waitingSeconds user-seconds with a request in flight
 * @param thinkingSeconds user-seconds of think time
 * @param idleSeconds user-seconds active without any of these: at a barrier, or backing off
 * @param leavingSeconds user-seconds of users that a ramp down had let go and that still waited for a response: beyond
 *     the plan, and so no part of the offered load
 */
public record Ledger(
        double connectingSeconds,
        double waitingSeconds,
        double thinkingSeconds,
        double idleSeconds,
        double leavingSeconds) {

    /** User-seconds that were really offered. */
    public double offeredSeconds() {
        return connectingSeconds + waitingSeconds + thinkingSeconds + idleSeconds;
    }

    public Ledger plus(Ledger other) {
        return new Ledger(
                connectingSeconds + other.connectingSeconds,
                waitingSeconds + other.waitingSeconds,
                thinkingSeconds + other.thinkingSeconds,
                idleSeconds + other.idleSeconds,
                leavingSeconds + other.leavingSeconds);
    }
}
