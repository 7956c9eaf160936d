package dev.ralbench.report;

import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.Knee;
import dev.ralbench.result.KneeInterval;
import dev.ralbench.result.LevelHolds;
import dev.ralbench.result.Slo;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Results of one variant's searches for the most users.
 *
 * @param label the variant's name in the table
 * @param knees of its trials, ascending; at least one
 */
record CapacityRow(String label, List<Knee> knees) {
    CapacityRow {
        knees = List.copyOf(knees);
    }

    /** The rows of all variants with at least one measured level. */
    static List<CapacityRow> of(RunView view, Slo slo) {
        return view.variants().stream()
                .map(variant -> new CapacityRow(view.label(variant), knees(view, variant, slo)))
                .filter(row -> !row.knees.isEmpty())
                .toList();
    }

    private static List<Knee> knees(RunView view, String variant, Slo slo) {
        return view.measurements(variant)
                .filter(measurement -> measurement.levels().findAny().isPresent())
                .map(measurement -> Knee.of(measurement, slo))
                .sorted(Comparator.comparingInt(Knee::users))
                .toList();
    }

    /** The median search; the lower one if there are two in the middle. */
    Knee median() {
        return knees.get((knees.size() - 1) / 2);
    }

    /** The number of users in words: the median of the searches, with the fewest and the most if they differ. */
    String users() {
        var median = users(median());
        var least = knees.getFirst();
        var most = knees.getLast();
        return least.users() == most.users() ? median : median + " (" + users(least) + " to " + users(most) + ")";
    }

    private static String users(Knee knee) {
        return knee.kept()
                .map(level -> String.valueOf(level.users()))
                .orElse(knee.isMissedFromTheStart() ? "none" : "not shown");
    }

    /** Such as {@code 278 [256 287]}, {@code at least 256}, or {@code below 8}. */
    static String estimate(KneeInterval knee) {
        if (knee.users().isPresent()) {
            return Math.round(knee.users().getAsDouble()) + " [" + Math.round(knee.low()) + " "
                    + Math.round(knee.high()) + "]";
        }
        if (knee.low() > 0) {
            return "at least " + Math.round(knee.low());
        }
        return Double.isInfinite(knee.high()) ? TableCell.MISSING.text() : "below " + Math.round(knee.high());
    }

    /** About how many users the target can take, by all searches. */
    KneeInterval interval() {
        return KneeInterval.of(knees);
    }

    /** The number of users at which the target missed the objective, or why there is none. */
    String missed(int searchedTo) {
        return median().missed()
                .map(level -> String.valueOf(level.users()))
                .or(() -> unclear().map(from -> "not shown"))
                .orElse(median().users() >= searchedTo ? "not reached" : "ended before");
    }

    /** The number of users from which on it is unclear whether the target met the objective; empty if it is clear. */
    Optional<Integer> unclear() {
        return median().unclear().map(LevelHolds::users);
    }

    /** A level's values, limit by limit. */
    static List<Slo.Reading> readings(LevelHolds level, Slo slo) {
        return slo.readings(level, Slo.Risk.OF_TWO_LOOKS);
    }

    /** Such as {@code 412 ms}; {@code 47 of 945 above} if there are too few requests to state a percentile. */
    static String text(Slo.Reading reading) {
        return reading.beyond()
                .filter(beyond -> reading.value().isEmpty())
                .map(beyond -> Numbers.count((double) beyond.count()) + " of " + Numbers.count((double) beyond.of())
                        + " above")
                .orElseGet(() -> Numbers.of(reading.limit().metric(), reading.value()));
    }
}
