package dev.ralbench.report;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Why a variant is off its prediction, as far as that was measured, or that no reason is known. */
record DeviationNotes(RunView view) {
    /** Predictions are closed forms and leave out what a real service adds; a smaller deviation is not explained. */
    static final double NEAR = 0.10;

    /** In a warm service the compilers have next to nothing to do. */
    private static final double MUCH_COMPILING = 0.05;

    /** One for each variant that is off by more than {@link #NEAR}. */
    List<String> lines() {
        return WholeRunRow.groups(view, Optional.<ReferenceFigures>empty()).stream()
                .flatMap(rows -> rows.stream()
                        .filter(row -> row.deviation()
                                .filter(off -> Math.abs(off) > NEAR)
                                .isPresent())
                        .max(Comparator.comparingDouble(
                                row -> Math.abs(row.deviation().orElse(0.0))))
                        .stream())
                .map(row -> row.variant() + ": "
                        + Numbers.signedPercent(row.deviation().orElse(0.0)) + " off the predicted "
                        + row.metric().title() + ": " + reasons(row.variant()))
                .toList();
    }

    private String reasons(String variant) {
        var reasons = new ArrayList<String>();
        var window = view.measurements(variant)
                .flatMap(measurement -> view.predicted(measurement).stream())
                .reduce(WindowMeasurement::plus);
        window.flatMap(level -> costlier(variant, level)).ifPresent(reasons::add);
        window.flatMap(WindowMeasurement::inside)
                .flatMap(DeviationNotes::compiling)
                .ifPresent(reasons::add);
        if (view.trials(variant).stream().anyMatch(trial -> trial.validity().verdict() != ValidityLevel.VALID)) {
            reasons.add("the measurement is in doubt, see below");
        }
        return reasons.isEmpty() ? "no reason for it was seen" : String.join("; ", reasons);
    }

    /** More CPU time for a request than the prediction takes. */
    private Optional<String> costlier(String variant, WindowMeasurement level) {
        var predicted = Optional.ofNullable(view.run().predictions().get(variant))
                .flatMap(prediction -> prediction.cpu().map(CpuDemand::millis));
        var measured = level.inside()
                .filter(inside -> level.completions().ended() > 0)
                .map(inside -> inside.cpuSeconds() * 1e3 / level.completions().ended());
        return predicted.flatMap(expected -> measured.filter(millis -> millis > expected * (1 + NEAR))
                .map(millis -> "a request took " + Numbers.millis(millis) + " of CPU time, and "
                        + Numbers.millis(expected) + " are predicted"));
    }

    private static Optional<String> compiling(InsideView inside) {
        return inside.compilerSeconds()
                .filter(seconds -> inside.cpuSeconds() > 0)
                .map(seconds -> seconds / inside.cpuSeconds())
                .filter(share -> share > MUCH_COMPILING)
                .map(share -> "the JVM's compilers took " + Numbers.share(share)
                        + " of its CPU time: it was not warm yet, which a longer load cures");
    }
}
