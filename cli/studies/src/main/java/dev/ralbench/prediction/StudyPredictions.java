package dev.ralbench.prediction;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.RunResult.ThreadDemand;
import dev.ralbench.scenario.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What {@code calls}, {@code threads} and {@code executor} of a scenario's {@code predict} predict, and everything that
 * {@link PredictedLevel} does.
 */
public final class StudyPredictions {
    /** Reactor Netty has as many event loops as CPUs, four at least. */
    private static final int FEWEST_EVENT_LOOPS = 4;

    private StudyPredictions() {}

    /** A {@link dev.ralbench.result.PredictionAddition}. */
    public static PredictionResult added(PredictionResult stored, Prediction declared, LoadPlan load, int cpus) {
        return stored.with(
                declared.threads().map(threads -> demand(threads, cpus)),
                declared.executor()
                        .flatMap(executor -> PredictedHangs.atLeast(
                                load.timeline(), load.timeout(), PredictedHangs.room(executor))));
    }

    private static ThreadDemand demand(Prediction.Threads threads, int cpus) {
        return new ThreadDemand(
                threads.eventLoops() ? threads.base() + Math.max(cpus, FEWEST_EVENT_LOOPS) : threads.base(),
                threads.perUser(),
                threads.perRequest(),
                threads.idle().map(Clock::seconds),
                threads.kept());
    }

    /** Predicts a closed level, under the conditions of {@link PredictedLevel#of(PredictionResult, WindowMeasurement)}. */
    public static Optional<PredictedLevel> of(PredictionResult prediction, WindowMeasurement level) {
        return PredictedLevel.isPredicted(prediction, level) ? bounds(prediction, level) : Optional.empty();
    }

    /** Predicts one figure of a closed level, under the same conditions. */
    public static OptionalDouble of(PredictionResult prediction, WindowMeasurement level, Metric metric) {
        return of(prediction, level)
                .map(figures ->
                        metric.equals(ProcessMetrics.THREADS_PEAK) ? threads(prediction, level) : figures.of(metric))
                .orElseGet(OptionalDouble::empty);
    }

    /** The figures of a server without overhead at a closed level, whatever happened during the measurement. */
    public static Optional<PredictedLevel> bounds(PredictionResult prediction, WindowMeasurement level) {
        return prediction.calls().isPresent() ? nested(prediction, level) : PredictedLevel.bounds(prediction, level);
    }

    private static Optional<PredictedLevel> nested(PredictionResult prediction, WindowMeasurement level) {
        boolean isCounted = level.open().isEmpty()
                && level.kind() == WindowKind.COUNTED
                && level.requests().ended() > 0;
        if (!isCounted || prediction.delayMillis() <= 0) {
            return Optional.empty();
        }
        var poll = prediction.pollMillis().map(StudyPredictions::nanos);
        var server = new SharedWorkers(
                prediction.workers().orElse(level.usersTo()),
                prediction.calls().orElseThrow(),
                nanos(prediction.delayMillis()),
                poll.isPresent() ? OptionalLong.of(poll.get()) : OptionalLong.empty());
        return server.of(level.usersTo(), level.requests().ended())
                .map(times -> new PredictedLevel(
                        times.meanMillis(),
                        level.requests().ended() / times.totalSeconds(),
                        OptionalDouble.of(times.totalSeconds())));
    }

    private static long nanos(double millis) {
        return Math.round(millis * 1e6);
    }

    /**
     * The most threads of a target at a closed level (study of combined calls, 2.7). Empty without a prediction of
     * threads, or of the request rate that it depends on.
     */
    static OptionalDouble threads(PredictionResult prediction, WindowMeasurement level) {
        var threads = prediction.threads();
        var rate = bounds(prediction, level).map(PredictedLevel::requestsPerSecond);
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

    /**
     * How many requests of a variant hung at its last level next to how many do so at least by prediction, in a sentence
     * after its name. Empty if nothing of that kind is predicted, or no trial got that far.
     *
     * @param lastLevels of each trial whose load did not end early
     */
    public static Optional<String> hangs(PredictionResult prediction, List<WindowMeasurement> lastLevels) {
        var fewest = lastLevels.stream()
                .mapToLong(
                        level -> level.requests().stillOpen() + level.requests().timedOut())
                .min();
        return prediction
                .hungAtLeast()
                .filter(atLeast -> fewest.isPresent())
                .map(atLeast -> PredictedHangs.inWords(fewest.orElseThrow(), atLeast));
    }
}
