package dev.ralbench.result;

import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The closed-form prediction for one level of a counted load, where N users wait for nothing but responses: the mean
 * response time is R = max(d, d N / w, C N / c), with w workers, and C of CPU time per request on c CPUs; by Little's
 * law N / R requests end per second. These are the asymptotic bounds of a closed network without think time, X &lt;=
 * min(N / D, 1 / Dmax) (Lazowska et al., Quantitative System Performance, 1984, chapter 5). Nothing measured is in it
 * but the number of users and of requests.
 *
 * <p>A handler that looks for its responses every p takes the first look after d instead of d. If CPUs are no limit the
 * users keep in step: n requests are n / min(N, w) rounds, rounded up, of d each, T together.
 *
 * <p>If every user makes a single call and CPUs are no limit, there is no steady state but waves: w calls are answered
 * after d, the next w after 2 d, the last after T = ceil(N / w) d, as long as N equal jobs take on w machines (P ||
 * Cmax; Pinedo, Scheduling, chapter 5). R is d times the mean number of a call's wave, and N / T requests end per
 * second.
 *
 * <p>If requests wait for calls of the same server, both need its workers, which has no closed form.
 *
 * @param meanMillis R
 * @param totalSeconds T, of a counted level
 */
public record PredictedLevel(double meanMillis, double requestsPerSecond, OptionalDouble totalSeconds) {

    /**
     * Predicts a closed level. Empty if the prediction is about something else, if the level has a rate instead of
     * users, or if it has no closed form.
     */
    public static Optional<PredictedLevel> of(PredictionResult prediction, WindowMeasurement level) {
        return isPredicted(prediction, level) ? bounds(prediction, level) : Optional.empty();
    }

    /**
     * Whether a prediction is about the figures of a level: not about user-seconds, not from the service time of another
     * level, and none of the level's requests hung.
     */
    public static boolean isPredicted(PredictionResult prediction, WindowMeasurement level) {
        boolean hangs = level.requests().stillOpen() > 0 || level.requests().timedOut() > 0;
        return !hangs
                && prediction.busySeconds().isEmpty()
                && prediction.serviceAt().isEmpty();
    }

    /** The figure of a metric that it predicts; empty for others. */
    public OptionalDouble of(Metric metric) {
        if (metric.equals(RequestMetrics.MEAN)) {
            return OptionalDouble.of(meanMillis);
        }
        if (metric.equals(RequestMetrics.REQUESTS_PER_SECOND)) {
            return OptionalDouble.of(requestsPerSecond);
        }
        return metric.equals(RequestMetrics.TOTAL_TIME) ? totalSeconds : OptionalDouble.empty();
    }

    /** The figures of a server without overhead at this closed level, whatever happened during the measurement. */
    public static Optional<PredictedLevel> bounds(PredictionResult prediction, WindowMeasurement level) {
        if (level.open().isPresent()
                || prediction.delayMillis() <= 0
                || prediction.calls().isPresent()) {
            return Optional.empty();
        }
        boolean isCounted =
                level.kind() == WindowKind.COUNTED && level.requests().ended() > 0;
        var steady = steady(prediction, level.usersTo());
        if (!isCounted || prediction.cpu().isPresent()) {
            return Optional.of(steady);
        }
        return Optional.of(
                level.requests().ended() == level.usersTo()
                        ? waves(prediction, level.usersTo())
                        : new PredictedLevel(
                                steady.meanMillis,
                                steady.requestsPerSecond,
                                OptionalDouble.of(totalSeconds(
                                        prediction,
                                        level.usersTo(),
                                        level.requests().ended()))));
    }

    private static PredictedLevel steady(PredictionResult prediction, int users) {
        double delay = prediction.aloneMillis();
        double atWorkers =
                prediction.workers().map(workers -> delay * users / workers).orElse(0.0);
        double atCpus = prediction
                .cpu()
                .map(cpu -> cpu.millis() * users / cpu.processors())
                .orElse(0.0);
        double millis = Math.max(delay, Math.max(atWorkers, atCpus));
        return new PredictedLevel(millis, users * 1e3 / millis, OptionalDouble.empty());
    }

    private static int atOnce(PredictionResult prediction, int users) {
        return Math.min(users, prediction.workers().orElse(users));
    }

    private static double totalSeconds(PredictionResult prediction, int users, long requests) {
        return Math.ceilDiv(requests, atOnce(prediction, users)) * prediction.aloneMillis() / 1e3;
    }

    private static PredictedLevel waves(PredictionResult prediction, int users) {
        long atOnce = atOnce(prediction, users);
        long waves = Math.ceilDiv(users, atOnce);
        long inFullWaves = (waves - 1) * atOnce;
        // 1 + 2 + ... + (waves - 1), each for a whole wave, and the last one for the calls that are left
        double waveNumbers = inFullWaves * waves / 2.0 + (users - inFullWaves) * (double) waves;
        double seconds = totalSeconds(prediction, users, users);
        return new PredictedLevel(
                prediction.aloneMillis() * waveNumbers / users, users / seconds, OptionalDouble.of(seconds));
    }
}
