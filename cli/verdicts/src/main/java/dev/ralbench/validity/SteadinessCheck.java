package dev.ralbench.validity;

import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Mean;
import dev.ralbench.statistics.Steadiness;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether a level had settled: its two halves must not differ in goodput by more than 3 %, unless it goes up and down
 * by as much all the time. Judged from one response time after the level's beginning on, in batches of a second, or of
 * two response times if that is longer: users that began together answer in step.
 */
final class SteadinessCheck {
    private static final double SHORTEST_BATCH_SECONDS = 1;
    private static final double RESPONSES_PER_BATCH = 2;
    private static final int FEWEST_BATCHES = 6;
    /**
     * How far the halves may differ, in standard errors. With the fewest batches, a steady level exceeds this a few
     * times in a hundred, and rarely the limit of 3 % as well.
     */
    private static final double STANDARD_ERRORS = 3;

    private SteadinessCheck() {}

    /**
     * The difference between the halves, if the level had not settled.
     *
     * @param series that the level is a part of
     * @return ln(second half / first half); empty if the level is steady, or too short to tell
     */
    static Optional<Double> drift(WindowMeasurement level, Series series) {
        double[] rates = batches(level, series);
        if (rates.length < FEWEST_BATCHES) {
            return Optional.empty();
        }
        double halves = Steadiness.halves(rates);
        return Math.abs(halves) > Steadiness.MOST_BETWEEN_HALVES && Math.abs(halves) > STANDARD_ERRORS * error(rates)
                ? Optional.of(halves)
                : Optional.empty();
    }

    private static double[] batches(WindowMeasurement level, Series series) {
        double response = level.requests().all().meanMillis().orElse(0) / 1e3;
        double slot = series.slotSeconds();
        int first = (int) Math.ceil((level.span().startSeconds() + response) / slot);
        int end = Math.min(
                series.slots().size(), (int) Math.floor((level.span().startSeconds() + level.lengthSeconds()) / slot));
        int perBatch =
                (int) Math.max(1, Math.round(Math.max(SHORTEST_BATCH_SECONDS, RESPONSES_PER_BATCH * response) / slot));
        return IntStream.range(0, Math.max(0, (end - first) / perBatch))
                .mapToDouble(batch -> completions(series, first + batch * perBatch, perBatch))
                .toArray();
    }

    private static double completions(Series series, int from, int count) {
        return series.slots().subList(from, from + count).stream()
                .mapToLong(Series.Slot::completions)
                .sum();
    }

    /** The standard error of the logarithm of the halves' ratio, from the spread of the batches within each half. */
    private static double error(double[] rates) {
        int half = rates.length / 2;
        return Math.hypot(
                relativeError(Arrays.copyOfRange(rates, 0, half)),
                relativeError(Arrays.copyOfRange(rates, rates.length - half, rates.length)));
    }

    private static double relativeError(double... rates) {
        double mean = Mean.of(rates);
        return mean == 0 ? 0 : Deviation.of(rates) / Math.sqrt(rates.length) / mean;
    }
}
