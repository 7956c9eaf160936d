package dev.ralbench.result;

import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.WindowMeasurement;
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
 * @param meanMillis R
 */
public record PredictedLevel(double meanMillis, double requestsPerSecond) {

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
            default -> OptionalDouble.empty();
        };
    }

    /** The same of any closed level, whatever happened at it: a server without overhead does so much. */
    public static Optional<PredictedLevel> bounds(PredictionResult prediction, WindowMeasurement level) {
        if (level.open().isPresent() || prediction.delayMillis() <= 0) {
            return Optional.empty();
        }
        int users = level.usersTo();
        double delay = prediction.delayMillis();
        double atWorkers =
                prediction.workers().map(workers -> delay * users / workers).orElse(0.0);
        double atProcessors = prediction
                .cpu()
                .map(cpu -> cpu.millis() * users / cpu.processors())
                .orElse(0.0);
        double millis = Math.max(delay, Math.max(atWorkers, atProcessors));
        return Optional.of(new PredictedLevel(millis, users * 1e3 / millis));
    }
}
