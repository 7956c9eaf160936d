package dev.ralbench.result;

import dev.ralbench.measurement.Ledger;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The closed-form prediction for a whole run: busy seconds / (d + o) requests, where d is the handler's delay and o the
 * overhead as measured at the lowest level (study of delays, 3.7).
 *
 * @param serviceMillis d + o
 */
public record PredictedFigures(double serviceMillis, double requests, double requestsPerSecond) {

    /**
     * Predicts the figures of a planned load. Empty if there is no steady level to take the overhead from, no
     * user-seconds were planned, service times differ between levels, or the load ended early.
     */
    public static Optional<PredictedFigures> of(PredictionResult prediction, Measurement measurement) {
        double length = measurement.wholeRun().lengthSeconds();
        var service = serviceMillis(prediction, measurement);
        return service.isEmpty() || length <= 0 ? Optional.empty() : of(prediction, service.getAsDouble(), length);
    }

    /**
     * The plateau of a level above the one that d + o is measured at: with N users and w workers the rate is min(N, w)
     * / (d + o), and the mean response time N over that rate, which is N / w x (d + o) if the workers are saturated.
     *
     * @return empty if there is no such level, and for itself
     */
    public static Optional<PredictedLevel> plateau(
            PredictionResult prediction, Measurement measurement, WindowMeasurement level) {
        var service = serviceMillis(prediction, measurement);
        boolean isAbove = serviceLevel(prediction, measurement)
                .filter(below -> below.usersTo() < level.usersTo())
                .isPresent();
        boolean isCounted =
                prediction.busySeconds().isEmpty() && prediction.serviceAt().isEmpty();
        return service.isEmpty() || isCounted || !isAbove || level.open().isPresent()
                ? Optional.empty()
                : Optional.of(plateau(service.getAsDouble(), prediction.workers(), level.usersTo()));
    }

    static PredictedLevel plateau(double serviceMillis, Optional<Integer> workers, int users) {
        double meanMillis = serviceMillis
                * workers.map(limit -> Math.max(1, users / (double) limit)).orElse(1.0);
        return new PredictedLevel(meanMillis, users * 1e3 / meanMillis, OptionalDouble.empty());
    }

    /**
     * The mean response time over the whole run, by Little's law: all user-seconds are spent waiting for one of the
     * requests. Empty if users also think.
     */
    public OptionalDouble meanMillis(Ledger ledger) {
        return ledger.thinkingSeconds() > 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(ledger.offeredSeconds() * 1e3 / requests);
    }

    /**
     * The service time in milliseconds at the level that shows it; empty without such a level or if the load ended
     * early.
     */
    private static OptionalDouble serviceMillis(PredictionResult prediction, Measurement measurement) {
        var level = serviceLevel(prediction, measurement);
        return level.isEmpty()
                        || prediction.calls().isPresent()
                        || !measurement.stoppedEarly().isEmpty()
                ? OptionalDouble.empty()
                : serviceMillis(prediction, level.get());
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

    /** The lowest, unless the prediction names another; of several with as many users the last, which is the warmest. */
    private static Optional<WindowMeasurement> serviceLevel(PredictionResult prediction, Measurement measurement) {
        var levels = measurement
                .levels()
                .filter(window -> window.open().isEmpty())
                .filter(window -> window.kind() == WindowKind.LEVEL || window.kind() == WindowKind.TURN)
                .toList();
        return prediction
                .serviceAt()
                .map(users -> levels.stream()
                        .filter(window -> window.usersTo() == users)
                        .reduce((colder, warmer) -> warmer))
                .orElseGet(() -> levels.stream().min(Comparator.comparingInt(WindowMeasurement::usersTo)));
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
        var mean = level.requests().successful().meanMillis();
        return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * share) : mean;
    }
}
