package dev.ralbench.validity;

import dev.ralbench.load.Spacing;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.statistics.Steadiness;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the figures of a level agree with each other, and had settled. Pure. */
final class LevelChecks {
    static final String LAW_IS_OFF = "level %s: Little's law is off by %+.1f %% (at most %.1f %%): %s";

    static final String COMPILERS_WAITED =
            "level %s: the target's compilers ran for %.2f s and waited for a CPU for %.2f s, in %.1f s (at most"
                    + " %s of it): it measures code that was not compiled yet";

    static final Check LITTLES_LAW = Check.ofSeveral(
            List.of(new CheckRow(
                    "Little's law at a level of users: response times, as far as they lie within its T seconds, and Z of"
                            + " thinking per response, next to its user-seconds",
                    "2 % + Z/T",
                    "suspect")),
            evidence -> evidence.measurement().levels().flatMap(level -> littlesLaw(level).stream()));

    static final Check STEADINESS = Check.of(
            Limit.share(Steadiness.MOST_BETWEEN_HALVES)
                    .row(
                            "a level is not steady: goodput of its halves, from one response time after its beginning, in"
                                    + " batches of a second or two response times; at least six",
                            ", and three standard errors"),
            evidence -> steadiness(evidence.measurement()));

    /**
     * If a warm-up is declared, the target has to be warm after it. Without one, compiling is a part of the
     * measurement.
     */
    static final Check COMPILING = Check.of(
            Limit.share(CompilerTime.MOST_SHARE)
                    .row(
                            "a level is not steady: CPU time of the target's just-in-time compilers, if the load declares a"
                                    + " warm-up; of a load in turns all windows of the level together",
                            " of the target's, and 2 % of one CPU"),
            evidence -> evidence.timeline().firstMeasured() > 0 ? compiling(evidence.measurement()) : Optional.empty());

    /** With or without a warm-up: which code is compiled is left to chance then. */
    static final Check STARVED = Check.of(
            Limit.share(CompilerTime.MOST_WAITING)
                    .row(
                            "the target's just-in-time compilers waited for a CPU (`compilerWaitSeconds`), of the length of a"
                                    + " level",
                            ""),
            evidence -> starved(evidence.measurement()));

    private LevelChecks() {}

    private static Optional<CheckFinding> littlesLaw(WindowMeasurement level) {
        return level.little()
                .filter(check -> !check.holds())
                .map(check -> CheckFinding.suspect(
                        LAW_IS_OFF,
                        Levels.of(level).name(),
                        check.deviation() * 100,
                        check.tolerance() * 100,
                        check.cause()));
    }

    /** Its rate goes up and down as that of the log did. */
    private static boolean followsALog(WindowMeasurement level) {
        return level.open().filter(open -> open.spacing() == Spacing.REPLAY).isPresent();
    }

    /** The level that is furthest from it. Windows of a load in turns are too short to have halves. */
    private static Optional<CheckFinding> steadiness(Measurement measurement) {
        record Drift(WindowMeasurement level, double halves) {
            double size() {
                return Math.abs(halves);
            }
        }

        return levels(measurement)
                .filter(level -> !followsALog(level))
                .flatMap(level -> SteadinessCheck.drift(level, measurement.series()).stream()
                        .map(halves -> new Drift(level, halves)))
                .max(Comparator.comparingDouble(Drift::size))
                .map(drift -> CheckFinding.suspect(
                        Remedy.WARM_UP_OR_HOLD_LONGER,
                        "level %s is not steady: goodput of its second half differs by %+.1f %% from the first (at most"
                                + " %.0f %%)",
                        Levels.of(drift.level()).name(),
                        Math.expm1(drift.halves()) * 100,
                        Steadiness.MOST_BETWEEN_HALVES * 100));
    }

    private static Optional<CheckFinding> compiling(Measurement measurement) {
        return Stream.concat(levels(measurement), turns(measurement))
                .filter(level -> CompilerTime.of(level).isTooMuch())
                .max(Comparator.comparingDouble(level -> CompilerTime.of(level).share()))
                .map(level -> CheckFinding.suspect(
                        Remedy.WARM_UP_LONGER,
                        "level %s is not steady: the target's compilers took %s of its CPU time (at most %s)",
                        Levels.of(level).name(),
                        CheckFinding.percent(CompilerTime.of(level).share()),
                        CheckFinding.percent(CompilerTime.MOST_SHARE)));
    }

    private static Optional<CheckFinding> starved(Measurement measurement) {
        return Stream.concat(levels(measurement), turns(measurement))
                .filter(level -> CompilerTime.of(level).isStarved())
                .max(Comparator.comparingDouble(level -> CompilerTime.of(level).waiting()))
                .map(level -> CheckFinding.suspect(
                        Remedy.WARM_UP_UNTIL_COMPILED,
                        COMPILERS_WAITED,
                        Levels.of(level).name(),
                        CompilerTime.of(level).seconds(),
                        CompilerTime.of(level).waitSeconds(),
                        level.lengthSeconds(),
                        CheckFinding.percent(CompilerTime.MOST_WAITING)));
    }

    private static Stream<WindowMeasurement> levels(Measurement measurement) {
        return measurement.windows().stream().filter(window -> window.kind() == WindowKind.LEVEL);
    }

    /**
     * The levels of variants that take turns, each with all of its windows merged, because comparisons use the merged
     * level.
     */
    private static Stream<WindowMeasurement> turns(Measurement measurement) {
        return Levels.merged(measurement).values().stream().filter(level -> level.kind() == WindowKind.TURN);
    }
}
