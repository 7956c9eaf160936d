package dev.ralbench.report;

import dev.ralbench.measurement.Knee;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Slo;
import java.util.Comparator;
import java.util.List;

/**
 * What the searches for the most users found of one variant.
 *
 * @param knees of its trials, ascending; at least one
 */
record CapacityRow(String variant, boolean isPartial, List<Knee> knees) {

    /** Of every variant of which a level was measured. */
    static List<CapacityRow> of(RunView view, Slo slo) {
        return view.variants().stream()
                .map(variant -> new CapacityRow(variant, view.isPartial(variant), knees(view, variant, slo)))
                .filter(row -> !row.knees.isEmpty())
                .toList();
    }

    private static List<Knee> knees(RunView view, String variant, Slo slo) {
        return view.measurements(variant)
                .map(Levels::of)
                .filter(levels -> !levels.isEmpty())
                .map(levels -> Knee.of(levels, slo))
                .sorted(Comparator.comparingInt(Knee::users))
                .toList();
    }

    /** Of several the lower one. */
    Knee median() {
        return knees.get((knees.size() - 1) / 2);
    }

    String label() {
        return variant + (isPartial ? " *" : "");
    }

    /** Of several searches the lower median, with the least and the most of them. */
    String users() {
        var median = users(median());
        var least = knees.getFirst();
        var most = knees.getLast();
        return least.users() == most.users() ? median : median + " (" + users(least) + " to " + users(most) + ")";
    }

    /** Where the first level was too much already, only that is known. */
    private static String users(Knee knee) {
        return knee.kept()
                .map(level -> String.valueOf(level.usersTo()))
                .or(() -> knee.missed().map(level -> "below " + level.usersTo()))
                .orElse(Cell.MISSING.text());
    }

    /** Where the objective was missed, if it was. */
    String missed(int searchedTo) {
        return median().missed()
                .map(level -> String.valueOf(level.usersTo()))
                .orElse(median().users() >= searchedTo ? "not reached" : "ended before");
    }

    /** Such as {@code 412 ms}; {@code p90 412 ms} where there were too few requests for what was asked for. */
    static String text(Slo.Reading reading) {
        var value = Numbers.of(reading.by(), reading.value());
        return reading.by() == reading.threshold().metric()
                ? value
                : reading.by().title() + " " + value;
    }
}
