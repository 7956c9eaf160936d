package dev.ralbench.result;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.RunResult.ThreadDemand;
import java.util.OptionalDouble;

/** How many threads a target has at most at a level of a counted load (study of combined calls, 2.7). */
public final class PredictedThreads {
    private PredictedThreads() {}

    /**
     * Predicts the number of threads. Empty without a prediction of threads, or of the request rate that it depends
     * on.
     */
    public static OptionalDouble of(PredictionResult prediction, WindowMeasurement level) {
        var threads = prediction.threads();
        var rate = PredictedLevel.bounds(prediction, level).map(PredictedLevel::requestsPerSecond);
        if (threads.isEmpty() || rate.isEmpty()) {
            return OptionalDouble.empty();
        }
        int workers = prediction.workers().orElse(Integer.MAX_VALUE);
        return OptionalDouble.of(
                peak(threads.get(), workers, level.usersTo(), level.requests().ended(), rate.get()));
    }

    /**
     * {@code base + min(perUser x users, workers) + perRequest x requests within idle + kept x requests}. At a steady
     * rate {@code rate x idle} requests begin within the idle time, and never more than there are.
     *
     * @param requestsPerSecond that begin
     */
    static double peak(ThreadDemand threads, int workers, int users, long requests, double requestsPerSecond) {
        double busy = Math.min((double) threads.perUser() * users, workers);
        double withinIdle = threads.idleSeconds()
                .map(seconds -> Math.min((double) requests, requestsPerSecond * seconds))
                .orElse((double) requests);
        return threads.base() + busy + threads.perRequest() * withinIdle + (double) threads.kept() * requests;
    }
}
