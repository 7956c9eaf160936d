package dev.ralbench.result;

import dev.ralbench.measurement.Knee;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.MetricUnit;
import dev.ralbench.measurement.Slo;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a search for the most users found at one target. For other tools: ralbench itself reads the levels that it comes
 * from.
 *
 * @param kept the last level before the target began to miss the objective; empty where it missed it at the first
 * @param missed the level at which it did, and at the next one again; empty where the search ended before
 */
public record CapacityResult(Optional<Level> kept, Optional<Level> missed) {

    /**
     * A level, held against the objective.
     *
     * @param goodputPerSecond 0 where no request succeeded, which misses every objective
     * @param objective limit by limit
     */
    public record Level(int users, Optional<Double> goodputPerSecond, List<Held> objective) {
        public Level {
            objective = List.copyOf(objective);
        }
    }

    /**
     * What a level had where there is a limit.
     *
     * @param metric that the limit is for, by its key
     * @param limit such as {@code <=200ms}
     * @param judgedBy the metric itself, or a lower percentile where there were too few requests for it
     * @param millis of response times; empty where nothing could be told, and of errors
     * @param share of errors, from 0 to 1; empty of response times
     */
    public record Held(
            String metric,
            String limit,
            String judgedBy,
            Optional<Double> millis,
            Optional<Double> share,
            boolean isMet) {
        static Held of(Slo.Reading reading) {
            boolean isShare = reading.by().unit() == MetricUnit.SHARE;
            return new Held(
                    reading.threshold().metric().key(),
                    reading.threshold().written(),
                    reading.by().key(),
                    isShare ? Optional.empty() : boxed(reading.value()),
                    isShare ? boxed(reading.value()) : Optional.empty(),
                    reading.holds());
        }
    }

    /** That of a trial; empty where it got to no level. */
    public static Optional<CapacityResult> of(Measurement found, Slo slo) {
        var levels = found.levels().toList();
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        var knee = Knee.of(levels, slo);
        return Optional.of(new CapacityResult(
                knee.kept().map(level -> held(level, slo)), knee.missed().map(level -> held(level, slo))));
    }

    private static Level held(WindowMeasurement level, Slo slo) {
        return new Level(
                level.usersTo(),
                boxed(Metric.GOODPUT.of(level)),
                slo.readings(level).stream().map(Held::of).toList());
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.stream().boxed().findFirst();
    }
}
