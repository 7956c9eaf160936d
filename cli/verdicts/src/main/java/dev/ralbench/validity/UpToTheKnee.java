package dev.ralbench.validity;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Knee;
import dev.ralbench.result.LevelHolds;
import dev.ralbench.result.Slo;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The part of a search for the most users that is judged: its windows at the levels before the target began to miss the
 * objective, without those between the overload and the next level, in which the target works off what is left of it.
 * Instability and errors beyond are the aim of the search, and no check findings. Goes by the objective and not by how
 * the load ended, because one that misses it at the last level alone ends as planned.
 *
 * @param measurement without the windows from there on; the whole run as it was
 * @param ofTarget its faults before: a target that answers nothing at all has no knee, but a wrong path
 */
record UpToTheKnee(Measurement measurement, List<CheckFinding> ofTarget) {
    UpToTheKnee {
        ofTarget = List.copyOf(ofTarget);
    }

    /** Cuts the measurement of a capacity search off at the first level that missed the objective. */
    static UpToTheKnee of(Measurement found, Slo slo) {
        return Knee.of(found, slo)
                .missed()
                .map(missed -> below(missed, Knee.counted(found, slo), found))
                .orElseGet(() -> new UpToTheKnee(found, TargetChecks.of(found)));
    }

    private static UpToTheKnee below(LevelHolds missed, List<WindowMeasurement> counted, Measurement found) {
        var kept = counted.stream()
                .filter(level -> level.usersTo() < missed.users())
                .toList();
        var before = only(kept, found);
        var ofFirst = kept.isEmpty()
                ? TargetChecks.silent(found.levels().findFirst().orElseThrow(), found)
                : Optional.<CheckFinding>empty();
        var flaw = errors(kept, missed.window()).or(() -> ofFirst);
        return new UpToTheKnee(before, TargetChecks.of(before, flaw));
    }

    /** With the windows before the first level: the warm-up. */
    private static Measurement only(List<WindowMeasurement> levels, Measurement found) {
        int first = found.windows().indexOf(found.levels().findFirst().orElseThrow());
        return found.withWindows(
                Stream.concat(found.windows().stream().limit(first), levels.stream())
                        .toList(),
                found.wholeRun());
    }

    /** Judges the errors of the levels that met the objective, or of the missed one if none did. */
    private static Optional<CheckFinding> errors(List<WindowMeasurement> kept, WindowMeasurement missed) {
        var judged = kept.stream().reduce(WindowMeasurement::plus).orElse(missed);
        var last = kept.stream()
                .max(Comparator.comparingInt(WindowMeasurement::usersTo))
                .orElse(missed);
        return TargetChecks.errors(
                judged, "all requests of up to " + Levels.of(last).inWords());
    }
}
