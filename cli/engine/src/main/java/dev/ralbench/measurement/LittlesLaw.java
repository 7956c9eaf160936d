package dev.ralbench.measurement;

import java.util.List;

/**
 * Little's law for a closed model: N = X (R + Z). Little, "A proof for the queuing formula L = λW", 1961.
 *
 * <p>In a window of length T it holds up to the requests that its edges cut: X R T is the sum of whole response times,
 * and N T the sum of the parts of them that lie within the window. The recorder knows those parts, so the edges are not
 * tolerated but counted. With a tolerance for them, made from mean and deviation of the window's own response times, up
 * to half of the correct windows of a service with a long tail would be suspect: a window too short for the tail does
 * not show how long it is.
 */
final class LittlesLaw {
    private static final double BASE_TOLERANCE = 0.02;

    private LittlesLaw() {}

    /**
     * Requests of one window.
     *
     * @param ended that ended in it, whenever they started
     * @param started that started in it and have ended, at least 1
     * @param meanMillis mean response time of these
     * @param secondsWithin response times of all requests, as far as they lie within the window
     */
    record Responses(long ended, long started, double meanMillis, double secondsWithin) {}

    /**
     * Checks one steady level.
     *
     * @param users N, as planned
     * @param lengthSeconds T
     * @param thinkMillis Z
     * @param connectSeconds time that users spent on setting up connections: part of their cycle
     * @param ledger for users that were leaving, who are none of the N, and for the state of missing users
     */
    static LittleCheck check(
            double users,
            double lengthSeconds,
            Responses responses,
            double thinkMillis,
            double connectSeconds,
            Ledger ledger) {
        double thinkSeconds = thinkMillis / 1e3;
        double busySeconds =
                responses.secondsWithin() - ledger.leavingSeconds() + connectSeconds + responses.ended() * thinkSeconds;
        return judged(
                users,
                lengthSeconds,
                busySeconds,
                responses.ended(),
                responses.meanMillis() + thinkMillis + connectSeconds * 1e3 / responses.started(),
                thinkSeconds,
                ledger);
    }

    /**
     * What one generator found in a window, of the users that it had.
     *
     * @param lengthSeconds of its window
     * @param started requests that started in it and have ended
     * @param meanMillis mean response time of these
     */
    record Part(LittleCheck check, double lengthSeconds, long started, double meanMillis) {
        private double busySeconds() {
            return (1 + check.deviation()) * check.users() * lengthSeconds;
        }

        private double ended() {
            return check.completionsPerSecond() * lengthSeconds;
        }

        private double thinkSeconds() {
            return (check.tolerance() - BASE_TOLERANCE) * lengthSeconds;
        }

        private double connectMillis() {
            return (check.cycleMillis() - meanMillis - thinkSeconds() * 1e3) * started;
        }
    }

    /**
     * Checks one steady level whose users were shared by several generators, from the checks of each: the same as of one
     * generator with all of them. Users of a generator without a check count, and it adds no response to theirs: the law
     * then fails rather than holds.
     *
     * @param users N, of all generators
     * @param lengthSeconds T, of all together
     * @param parts of generators with a check, at least one
     * @param meanMillis mean response time of all requests
     * @param ledger of all
     */
    static LittleCheck together(
            double users, double lengthSeconds, List<Part> parts, double meanMillis, Ledger ledger) {
        double ended = parts.stream().mapToDouble(Part::ended).sum();
        double started = parts.stream().mapToLong(Part::started).sum();
        double thinkSeconds = ended == 0
                ? parts.getFirst().thinkSeconds()
                : parts.stream()
                                .mapToDouble(part -> part.thinkSeconds() * part.ended())
                                .sum()
                        / ended;
        double connectMillis = parts.stream().mapToDouble(Part::connectMillis).sum();
        return judged(
                users,
                lengthSeconds,
                parts.stream().mapToDouble(Part::busySeconds).sum(),
                Math.round(ended),
                meanMillis + thinkSeconds * 1e3 + connectMillis / started,
                thinkSeconds,
                ledger);
    }

    private static LittleCheck judged(
            double users,
            double lengthSeconds,
            double busySeconds,
            long ended,
            double cycleMillis,
            double thinkSeconds,
            Ledger ledger) {
        double deviation = busySeconds / (users * lengthSeconds) - 1;
        double tolerance = BASE_TOLERANCE + thinkSeconds / lengthSeconds;
        var cause = Math.abs(deviation) <= tolerance ? "" : likelyCause(users, lengthSeconds, deviation, ledger);
        return new LittleCheck(
                users,
                ledger.waitingSeconds() / lengthSeconds,
                ended / lengthSeconds,
                cycleMillis,
                deviation,
                tolerance,
                cause);
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
