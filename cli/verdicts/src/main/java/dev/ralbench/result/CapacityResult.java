package dev.ralbench.result;

import dev.ralbench.Boxed;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Slo.Judgement;
import java.util.List;
import java.util.Optional;

/**
 * The result of a search for the most users at one target. For other tools: ralbench itself reads the underlying
 * levels.
 *
 * @param kept the last level shown to keep to the objective before the target began to miss it; empty if none is
 * @param unclear the first level after that, before the target began to miss the objective, that is not shown to keep
 *     to it
 * @param missed the level at which it began to, and did so at the next one again; empty if the search ended before
 * @param knee where between kept and missed the limit lies; empty without both, and in files of before
 */
public record CapacityResult(
        Optional<Level> kept, Optional<Level> unclear, Optional<Level> missed, Optional<KneeEstimate> knee) {

    /**
     * How many users the target can take.
     *
     * @param users where measured values cross the limit
     * @param from the level kept
     * @param to the level missed; each of both is at 95 %
     */
    public record KneeEstimate(double users, int from, int to) {}

    /**
     * A level, held against the objective.
     *
     * @param goodputPerSecond 0 where no request succeeded, which misses every objective
     * @param objective limit by limit
     */
    public record Level(int users, Optional<Double> goodputPerSecond, List<HeldLevel> objective) {
        public Level {
            objective = List.copyOf(objective);
        }
    }

    /**
     * A level's value for a limit.
     *
     * @param metric that the limit is for, by its key
     * @param limit such as {@code <=200ms}
     * @param requests successful ones; of percentiles only
     * @param beyond those of them that took longer than the limit, by which a percentile is judged
     * @param designEffect by how much their number varies more than that of requests that do not depend on each other
     * @param millis of response times; empty if there were too few requests to state it, and of errors
     * @param share of errors, from 0 to 1; empty of response times
     * @param isMet empty if the requests do not show it
     */
    public record HeldLevel(
            String metric,
            String limit,
            Optional<Long> requests,
            Optional<Long> beyond,
            Optional<Double> designEffect,
            Optional<Double> millis,
            Optional<Double> share,
            Optional<Boolean> isMet) {
        static HeldLevel of(Slo.Reading reading) {
            boolean isShare = reading.limit().metric().unit() == MetricUnit.SHARE;
            return new HeldLevel(
                    reading.limit().metric().key(),
                    reading.limit().written(),
                    reading.beyond().map(Slo.Beyond::of),
                    reading.beyond().map(Slo.Beyond::count),
                    reading.beyond().map(Slo.Beyond::designEffect),
                    isShare ? Optional.empty() : Boxed.of(reading.value()),
                    isShare ? Boxed.of(reading.value()) : Optional.empty(),
                    Optional.of(reading.judgement())
                            .filter(judgement -> judgement != Judgement.UNCLEAR)
                            .map(judgement -> judgement == Judgement.MET));
        }
    }

    /** The result of a trial's search; empty if the trial reached no level. */
    public static Optional<CapacityResult> of(Measurement found, Slo slo) {
        if (found.levels().findAny().isEmpty()) {
            return Optional.empty();
        }
        var knee = Knee.of(found, slo);
        return Optional.of(new CapacityResult(
                knee.kept().map(level -> held(level, slo)),
                knee.unclear().map(level -> held(level, slo)),
                knee.missed().map(level -> held(level, slo)),
                Boxed.of(knee.estimate())
                        .flatMap(users ->
                                knee.missed().map(missed -> new KneeEstimate(users, knee.users(), missed.users())))));
    }

    private static Level held(LevelHolds level, Slo slo) {
        return new Level(
                level.users(),
                Boxed.of(RequestMetrics.GOODPUT.of(level.window())),
                slo.readings(level, Slo.Risk.OF_TWO_LOOKS).stream()
                        .map(HeldLevel::of)
                        .toList());
    }
}
