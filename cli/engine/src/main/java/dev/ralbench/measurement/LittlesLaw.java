package dev.ralbench.measurement;

/** Little's law for a closed model: N = X (R + Z). Little, "A proof for the queuing formula L = λW", 1961. */
final class LittlesLaw {
    private static final double BASE_TOLERANCE = 0.02;

    private LittlesLaw() {}

    /**
     * Checks one steady level.
     *
     * @param users N, as planned
     * @param lengthSeconds T
     * @param ended requests that ended in the window
     * @param meanResponseMillis R, of the requests that started in the window
     * @param thinkMillis Z
     * @param connectMillisPerRequest connection set-up, spread over all requests: part of a user's cycle
     * @param ledger for the state of missing users
     */
    static LittleCheck check(
            double users,
            double lengthSeconds,
            long ended,
            double meanResponseMillis,
            double thinkMillis,
            double connectMillisPerRequest,
            Ledger ledger) {
        double rate = ended / lengthSeconds;
        double cycleMillis = meanResponseMillis + thinkMillis + connectMillisPerRequest;
        double deviation = rate * cycleMillis / 1e3 / users - 1;
        double tolerance = BASE_TOLERANCE + cycleMillis / 1e3 / lengthSeconds;
        double inFlight = ledger.waitingSeconds() / lengthSeconds;
        var cause = Math.abs(deviation) <= tolerance ? "" : likelyCause(users, lengthSeconds, deviation, ledger);
        return new LittleCheck(users, inFlight, rate, cycleMillis, deviation, tolerance, cause);
    }

    private static String likelyCause(double users, double lengthSeconds, double deviation, Ledger ledger) {
        double planned = users * lengthSeconds;
        if (Math.abs(ledger.offeredSeconds() / planned - 1) > BASE_TOLERANCE) {
            return "a ramp inside the window: fewer or more users than planned were active";
        }
        if (ledger.idleSeconds() / planned > BASE_TOLERANCE) {
            return "idle users: they were backing off after failed connections";
        }
        return deviation < 0
                ? "requests that never ended in the window, or a saturated generator"
                : "responses from before the window were counted in it";
    }
}
