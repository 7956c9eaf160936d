package dev.ralbench.measurement;

/**
 * Where the user-seconds of a window went; the parts add up to what was offered.
 *
 * @param connectingSeconds user-seconds spent on setting up connections
 * @param waitingSeconds user-seconds with a request in flight
 * @param thinkingSeconds user-seconds of think time
 * @param idleSeconds user-seconds active without any of these: at a barrier, or backing off
 */
public record Ledger(double connectingSeconds, double waitingSeconds, double thinkingSeconds, double idleSeconds) {

    /** User-seconds that were really offered. */
    public double offeredSeconds() {
        return connectingSeconds + waitingSeconds + thinkingSeconds + idleSeconds;
    }

    public Ledger plus(Ledger other) {
        return new Ledger(
                connectingSeconds + other.connectingSeconds,
                waitingSeconds + other.waitingSeconds,
                thinkingSeconds + other.thinkingSeconds,
                idleSeconds + other.idleSeconds);
    }
}
