package dev.ralbench.result;

import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowMeasurement.Kind;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a closed form foretells for one level of a counted load, where N users wait for nothing but answers: the mean
 * response time is R = max(d, d N / w, C N / c), with w workers, and C of CPU time per request on c CPUs;
 * by Little's law N / R requests end per second. These are the asymptotic bounds of a closed network without think time,
 * X &lt;= min(N / D, 1 / Dmax) (Lazowska et al., Quantitative System Performance, 1984, chapter 5). Nothing measured is
 * in it but the number of users.
 *
 * <p>Where every user makes a single call and CPUs are no limit, there is no steady state but waves: w calls are answered
 * after d, the next w after 2 d, the last after T = ceil(N / w) d, as long as N equal jobs take on w machines (P || Cmax;
 * Pinedo, Scheduling, chapter 5). R is d times the mean number of a call's wave, and N / T requests end per second.
 *
 * @param meanMillis R
 * @param totalSeconds T, of waves
 */
public record PredictedLevel(double meanMillis, double requestsPerSecond, OptionalDouble totalSeconds) {

    /**
     * Empty where a load with user-seconds is foretold instead, where the level has no users but a rate, and where
     * requests of it hung.
     */
    public static Optional<PredictedLevel> of(PredictionResult prediction, WindowMeasurement level) {
        boolean hangs = level.stillOpen() > 0 || level.timedOut() > 0;
        return hangs || prediction.busySeconds().isPresent() ? Optional.empty() : bounds(prediction, level);
    }

    /** The figure of a metric that it foretells; empty for others. */
    public OptionalDouble of(Metric metric) {
        return switch (metric) {
            case MEAN -> OptionalDouble.of(meanMillis);
            case REQUESTS_PER_SECOND -> OptionalDouble.of(requestsPerSecond);
            case TOTAL_TIME -> totalSeconds;
            default -> OptionalDouble.empty();
        };
    }

    /** The same of any closed level, whatever happened at it: a server without overhead does so much. */
    public static Optional<PredictedLevel> bounds(PredictionResult prediction, WindowMeasurement level) {
        if (level.open().isPresent() || prediction.delayMillis() <= 0) {
            return Optional.empty();
        }
        boolean isSingleCalls = level.kind() == Kind.COUNTED && level.ended() == level.usersTo();
        return Optional.of(
                isSingleCalls && prediction.cpu().isEmpty()
                        ? waves(prediction, level.usersTo())
                        : steady(prediction, level.usersTo()));
    }

    private static PredictedLevel steady(PredictionResult prediction, int users) {
        double delay = prediction.delayMillis();
        double atWorkers =
                prediction.workers().map(workers -> delay * users / workers).orElse(0.0);
        double atProcessors = prediction
                .cpu()
                .map(cpu -> cpu.millis() * users / cpu.processors())
                .orElse(0.0);
        double millis = Math.max(delay, Math.max(atWorkers, atProcessors));
        return new PredictedLevel(millis, users * 1e3 / millis, OptionalDouble.empty());
    }

    private static PredictedLevel waves(PredictionResult prediction, int users) {
        long atOnce = prediction.workers().orElse(users);
        long waves = (users + atOnce - 1) / atOnce;
        long inFullWaves = (waves - 1) * atOnce;
        // 1 + 2 + ... + (waves - 1), each for a whole wave, and the last one for the calls that are left
        double waveNumbers = inFullWaves * waves / 2.0 + (users - inFullWaves) * (double) waves;
        double delay = prediction.delayMillis();
        double seconds = waves * delay / 1e3;
        return new PredictedLevel(delay * waveNumbers / users, users / seconds, OptionalDouble.of(seconds));
    }
}
