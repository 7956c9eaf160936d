package dev.ralbench.report;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Why a variant is off its prediction, as far as that was measured, or that no reason is known. */
record DeviationNotes(RunView view) {
    /** Predictions are closed forms without a real service's overhead; a smaller deviation is not explained. */
    static final double NEAR = 0.10;

    /**
     * The share of CPU time from which compiling is a reason: in a warm service, compilers have next to nothing to
     * do.
     */
    private static final double MUCH_COMPILING = 0.05;

    /** The share from which anything else is a reason; a smaller one cannot explain a deviation of {@link #NEAR}. */
    private static final double MUCH_ELSE = 0.05;

    /** The share of CPU time from which requests may have waited for CPUs. */
    private static final double ALL_BUSY = 0.9;

    /** A note for each variant whose deviation is more than {@link #NEAR}. */
    List<String> lines() {
        return WholeRunRow.groups(view, Optional.empty()).stream()
                .flatMap(rows -> rows.stream()
                        .filter(row -> row.deviation()
                                .filter(off -> Math.abs(off) > NEAR)
                                .isPresent())
                        .max(Comparator.comparingDouble(
                                row -> Math.abs(row.deviation().orElse(0.0))))
                        .stream())
                .map(row -> row.variant() + ": "
                        + Numbers.signedPercent(row.deviation().orElse(0.0)) + " off the predicted "
                        + row.figure() + ": " + reasons(row.variant()))
                .toList();
    }

    private String reasons(String variant) {
        var window = view.measurements(variant)
                .flatMap(measurement -> view.predicted(measurement).stream())
                .reduce(WindowMeasurement::plus);
        var reasons = Stream.concat(
                        window.stream().flatMap(level -> seen(variant, level)), validityNote(variant).stream())
                .toList();
        return reasons.isEmpty() ? "no reason for it was seen" : String.join("; ", reasons);
    }

    /** Everything at this level that closed forms leave out. */
    private Stream<String> seen(String variant, WindowMeasurement level) {
        return Stream.of(
                        failing(level),
                        costlier(variant, level),
                        busy(level),
                        level.views().inside().flatMap(DeviationNotes::compiling),
                        level.views().inside().flatMap(inside -> collecting(inside, level)),
                        connecting(level))
                .flatMap(Optional::stream);
    }

    private Optional<String> validityNote(String variant) {
        return view.trials(variant).stream().anyMatch(trial -> trial.validity().verdict() != ValidityLevel.VALID)
                ? Optional.of("the measurement is suspect or invalid, see above")
                : Optional.empty();
    }

    /** Failed requests as a reason: they do not take as long as successful ones. */
    private static Optional<String> failing(WindowMeasurement level) {
        double share = level.requests().errorShare().orElse(0);
        return share > MUCH_ELSE
                ? Optional.of(Numbers.share(share) + " of the requests failed, which took another time")
                : Optional.empty();
    }

    /** Target, dependencies and generator together: a prediction from delays alone leaves out the wait for CPUs. */
    private static Optional<String> busy(WindowMeasurement level) {
        return level.views()
                .generator()
                .map(usage -> usage.machine().machineBusyShare())
                .filter(share -> share > ALL_BUSY)
                .map(share -> "the CPUs were busy for " + Numbers.share(share)
                        + " of the time, so that they were the limit too");
    }

    private static Optional<String> collecting(InsideView inside, WindowMeasurement level) {
        return inside.jvm()
                .map(jvm -> jvm.collectionMillis() / 1e3 / level.lengthSeconds())
                .filter(share -> share > MUCH_ELSE)
                .map(share -> "garbage collections took " + Numbers.share(share) + " of the time");
    }

    /** Connecting as a reason, because no closed form includes the time that it takes. */
    private static Optional<String> connecting(WindowMeasurement level) {
        var ledger = level.ledger();
        return Optional.of(ledger.connectingSeconds() / ledger.offeredSeconds())
                .filter(share -> share > MUCH_ELSE)
                .map(share -> "users spent " + Numbers.share(share) + " of their time on opening connections");
    }

    /** CPU time as a reason, if a request takes more of it than predicted. */
    private Optional<String> costlier(String variant, WindowMeasurement level) {
        var predicted = Optional.ofNullable(view.run().expected().predictions().get(variant))
                .flatMap(prediction -> prediction.cpu().map(CpuDemand::millis));
        var measured = level.views()
                .inside()
                .filter(inside -> level.requests().completions().ended() > 0)
                .map(inside -> inside.cpuSeconds()
                        * 1e3
                        / level.requests().completions().ended());
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
