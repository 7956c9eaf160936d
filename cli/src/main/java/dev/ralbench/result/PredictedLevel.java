package dev.ralbench.result;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Optional;

/**
 * What a closed form foretells for one level of a counted load, where N users wait for nothing but answers: the mean
 * response time is R = d, or d N / w where w workers are fewer than N; by Little's law N / R requests end per second.
 * Nothing measured is in it but the number of users.
 *
 * @param meanMillis R
 */
public record PredictedLevel(double meanMillis, double requestsPerSecond) {

    /** Empty where a load with user-seconds is foretold instead, and where requests of the level hung. */
    public static Optional<PredictedLevel> of(PredictionResult prediction, WindowMeasurement level) {
        boolean hangs = level.stillOpen() > 0 || level.timedOut() > 0;
        if (prediction.busySeconds().isPresent() || prediction.delayMillis() <= 0 || hangs) {
            return Optional.empty();
        }
        int users = level.usersTo();
        double queue = prediction
                .workers()
                .map(workers -> Math.max(1.0, users / (double) workers))
                .orElse(1.0);
        double millis = prediction.delayMillis() * queue;
        return Optional.of(new PredictedLevel(millis, users * 1e3 / millis));
    }
}
