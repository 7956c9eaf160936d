package dev.ralbench.result;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a closed form foretells for a whole run: busy seconds / (d + o) requests, where d is the handler's delay and o
 * the overhead as measured at the lowest level.
 *
 * @param serviceMillis d + o
 */
public record PredictedFigures(double serviceMillis, double requests, double requestsPerSecond) {

    /**
     * Empty where there is no steady level to take the overhead from, no user-seconds were planned, or the load ended
     * before its plan did.
     */
    public static Optional<PredictedFigures> of(PredictionResult prediction, Measurement measurement) {
        double length = measurement.wholeRun().lengthSeconds();
        var service = lowestLevel(measurement).map(level -> serviceMillis(prediction, level));
        if (service.isEmpty()
                || service.get().isEmpty()
                || length <= 0
                || !measurement.stoppedEarly().isEmpty()) {
            return Optional.empty();
        }
        return of(prediction, service.get().getAsDouble(), length);
    }

    static Optional<PredictedFigures> of(PredictionResult prediction, double serviceMillis, double lengthSeconds) {
        if (serviceMillis <= 0) {
            return Optional.empty();
        }
        return prediction.busySeconds().map(busySeconds -> {
            double requests = busySeconds * 1e3 / serviceMillis;
            return new PredictedFigures(serviceMillis, requests, requests / lengthSeconds);
        });
    }

    private static Optional<WindowMeasurement> lowestLevel(Measurement measurement) {
        return measurement
                .levels()
                .filter(window -> window.open().isEmpty())
                .filter(window ->
                        window.kind() == WindowMeasurement.Kind.LEVEL || window.kind() == WindowMeasurement.Kind.TURN)
                .min(Comparator.comparingInt(WindowMeasurement::usersTo));
    }

    /**
     * d + o: the mean response time R of a server that is never full. With w workers and N &gt; w users a request also
     * queues; then w requests finish every d + o, so by Little's law R = N (d + o) / w.
     */
    private static OptionalDouble serviceMillis(PredictionResult prediction, WindowMeasurement level) {
        double share = prediction
                .workers()
                .map(workers -> Math.min(1.0, workers / (double) level.usersTo()))
                .orElse(1.0);
        var mean = level.successful().meanMillis();
        return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * share) : mean;
    }
}
