package dev.ralbench.validity;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Knee;
import dev.ralbench.result.Slo;
import java.util.List;
import java.util.Optional;

/**
 * The part of a search for the most users that is judged: its windows before the target began to miss the objective.
 * Instability and errors after that are the aim of the search, and no check findings. Goes by the objective and not by
 * how the load ended, because one that misses it at the last level alone ends as planned.
 *
 * @param measurement without the windows from there on; the whole run as it was
 * @param ofTarget its faults before: a target that answers nothing at all has no knee, but a wrong path
 */
public record UpToTheKnee(Measurement measurement, List<CheckFinding> ofTarget) {
    public UpToTheKnee {
        ofTarget = List.copyOf(ofTarget);
    }

    /** Cuts the measurement of a capacity search off at the first level that missed the objective. */
    public static UpToTheKnee of(Measurement found, Slo slo) {
        var levels = found.levels().toList();
        return Knee.of(levels, slo)
                .missed()
                .map(missed -> upTo(missed, levels, found))
                .orElseGet(() -> new UpToTheKnee(found, TargetChecks.of(found)));
    }

    private static UpToTheKnee upTo(WindowMeasurement missed, List<WindowMeasurement> levels, Measurement found) {
        var before = before(missed, found);
        boolean isFirst = levels.getFirst().equals(missed);
        var ofFirst = isFirst ? TargetChecks.silent(missed, found) : Optional.<CheckFinding>empty();
        var flaw = errorsUpTo(missed, levels).or(() -> ofFirst);
        return new UpToTheKnee(before, TargetChecks.of(before, flaw));
    }

    private static Measurement before(WindowMeasurement missed, Measurement found) {
        return new Measurement(
                found.windows().subList(0, found.windows().indexOf(missed)),
                found.wholeRun(),
                found.series(),
                found.failureDetails(),
                found.stoppedEarly());
    }

    /** Judges the errors of the levels that met the objective, or of the first level if none did. */
    private static Optional<CheckFinding> errorsUpTo(WindowMeasurement missed, List<WindowMeasurement> levels) {
        var kept = levels.subList(0, levels.indexOf(missed));
        var judged = kept.stream().reduce(WindowMeasurement::plus).orElse(missed);
        var last = kept.isEmpty() ? missed : kept.getLast();
        return TargetChecks.errors(
                judged, "all requests of up to " + Levels.of(last).inWords());
    }
}
