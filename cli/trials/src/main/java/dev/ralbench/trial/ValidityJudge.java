package dev.ralbench.trial;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.Segment;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.Verdict;
import dev.ralbench.statistics.Steadiness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Says whether the findings of a trial can be trusted, with the numbers that speak against it. Pure. */
final class ValidityJudge {
    private static final double MOST_USER_SECONDS_OFF = 0.005;
    /** A load may begin and end so late, which only matters in a short one. */
    private static final double LATE_SECONDS = 0.025;

    private ValidityJudge() {}

    static Validity nothingMeasured(Status status) {
        return new Validity(
                Verdict.INVALID,
                List.of(status == Status.ABORTED ? "stopped before the load began" : "nothing was measured"));
    }

    /**
     * Judges a trial of which there is a measurement.
     *
     * @param timeline what was carried out: the segment of each window
     * @param ceiling of the generator
     * @param failuresExpected whether failed requests are what the variant is there to show
     * @param placement where threads were seen, where CPUs were divided
     */
    static Validity judge(
            Measurement measurement,
            UserTimeline timeline,
            Status status,
            Ceiling ceiling,
            boolean failuresExpected,
            Optional<PlacementResult> placement) {
        var ofTarget = failuresExpected ? TargetDoubts.exceptFailures(measurement) : TargetDoubts.of(measurement);
        return judge(measurement, timeline, status, ceiling, ofTarget, placement);
    }

    /**
     * The same where something else than the whole run says what the target did wrong.
     *
     * @param ofTarget what it did; a load that did not end as planned has that to be said of it
     */
    static Validity judge(
            Measurement measurement,
            UserTimeline timeline,
            Status status,
            Ceiling ceiling,
            List<Doubt> ofTarget,
            Optional<PlacementResult> placement) {
        var doubts = new ArrayList<Doubt>();
        completeness(measurement, status).ifPresent(doubts::add);
        doubts.addAll(ofTarget);
        if (status == Status.COMPLETE && measurement.stoppedEarly().isEmpty()) {
            userSeconds(measurement.wholeRun(), timeline).ifPresent(doubts::add);
            doubts.addAll(OpenDoubts.ofPlan(measurement));
        }
        warmUp(measurement, timeline).ifPresent(doubts::add);
        measurement.levels().forEach(level -> littlesLaw(level).ifPresent(doubts::add));
        steadiness(measurement).ifPresent(doubts::add);
        if (timeline.firstMeasured() > 0) {
            compiling(measurement).ifPresent(doubts::add);
        }
        doubts.addAll(OpenDoubts.ofTiming(measurement));
        doubts.addAll(GeneratorDoubts.of(measurement, ceiling));
        placement.map(PlacementDoubts::of).ifPresent(doubts::addAll);
        var worst = doubts.stream().map(Doubt::verdict).max(Verdict::compareTo).orElse(Verdict.VALID);
        return new Validity(worst, doubts.stream().map(Doubt::reason).toList());
    }

    /** Whether the target itself was at fault, by ending or by not answering, whatever else there is to doubt. */
    static boolean isTargetAtFault(TrialResult trial) {
        return trial.status() == Status.FAILED
                || trial.measurement().filter(TargetDoubts::isAtFault).isPresent();
    }

    private static Optional<Doubt> completeness(Measurement measurement, Status status) {
        if (status == Status.COMPLETE) {
            // a load that the scenario lets end at its first failure is as complete as it is meant to be
            return Optional.of(measurement.stoppedEarly())
                    .filter(why -> !why.isEmpty())
                    .map(why -> new Doubt(Verdict.SUSPECT, why));
        }
        return Optional.of(new Doubt(Verdict.INVALID, "partial: " + measurement.stoppedEarly()));
    }

    /** All variants get as many requests; one that got fewer in any warm-up is not as warm as the others. */
    private static Optional<Doubt> warmUp(Measurement measurement, UserTimeline timeline) {
        var windows = measurement.windows();
        return IntStream.range(0, Math.min(windows.size(), timeline.segments().size()))
                .boxed()
                .flatMap(i -> timeline.segments().get(i) instanceof Segment.WarmUp planned
                        ? warmUp(windows.get(i), planned).stream()
                        : Stream.empty())
                .findFirst();
    }

    private static Optional<Doubt> warmUp(WindowMeasurement window, Segment.WarmUp planned) {
        long done = done(window);
        return Optional.of(new Doubt(
                        Verdict.INVALID,
                        "the warm-up had " + done + " of " + planned.requests() + " requests when its time was over ("
                                + Segment.WarmUp.LONGEST.toMinutes()
                                + " min): give it fewer (--warm-up), or more users"))
                .filter(doubt -> done < planned.requests());
    }

    /** Whether a warm-up took all of its time: it would take as long the next time. */
    static boolean isSlowToWarmUp(Measurement measurement) {
        return measurement.windows().stream()
                .filter(window -> window.kind() == WindowMeasurement.Kind.WARM_UP)
                .anyMatch(window -> window.lengthSeconds() >= Segment.WarmUp.LONGEST.toSeconds());
    }

    /** Its requests that have ended, some perhaps when what follows had begun. */
    private static long done(WindowMeasurement warmUp) {
        return warmUp.outcomes().entrySet().stream()
                .filter(outcome -> outcome.getKey() != Outcome.STILL_OPEN)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static Optional<Doubt> userSeconds(WindowMeasurement whole, UserTimeline timeline) {
        if (timeline.closedUserSeconds().isEmpty()) {
            return Optional.empty();
        }
        double planned = timeline.closedUserSeconds().getAsDouble();
        double offered = whole.ledger().offeredSeconds();
        double allowed = Math.max(planned * MOST_USER_SECONDS_OFF, timeline.maxUsers() * lateSeconds(timeline));
        if (Math.abs(offered - planned) <= allowed) {
            return Optional.empty();
        }
        return Optional.of(new Doubt(
                Verdict.INVALID,
                String.format(
                        Locale.ROOT,
                        "offered %.1f user-seconds instead of %.1f (at most %.1f off)",
                        offered,
                        planned,
                        allowed)));
    }

    /** Turns are late independently of each other, so that their sum grows with the root of their number. */
    private static double lateSeconds(UserTimeline timeline) {
        return LATE_SECONDS * Math.sqrt(Math.max(1, timeline.turns()));
    }

    private static Optional<Doubt> littlesLaw(WindowMeasurement level) {
        return level.little()
                .filter(check -> !check.holds())
                .map(check -> new Doubt(
                        Verdict.SUSPECT,
                        String.format(
                                Locale.ROOT,
                                "level %s: Little's law is off by %+.1f %% (at most %.1f %%): %s",
                                Levels.of(level).name(),
                                check.deviation() * 100,
                                check.tolerance() * 100,
                                check.cause())));
    }

    /** The level that is furthest from it. Windows of a load in turns are too short to have halves. */
    private static Optional<Doubt> steadiness(Measurement measurement) {
        record Drift(WindowMeasurement level, double halves) {
            double size() {
                return Math.abs(halves);
            }
        }

        return levels(measurement)
                .flatMap(level -> SteadinessCheck.drift(level, measurement.series()).stream()
                        .map(halves -> new Drift(level, halves)))
                .max(Comparator.comparingDouble(Drift::size))
                .map(drift -> new Doubt(
                        Verdict.SUSPECT,
                        String.format(
                                Locale.ROOT,
                                "level %s is not steady: goodput of its second half differs by %+.1f %% from the first"
                                        + " (at most %.0f %%); warm the target up for longer, or hold the level longer",
                                Levels.of(drift.level()).name(),
                                Math.expm1(drift.halves()) * 100,
                                Steadiness.MOST_BETWEEN_HALVES * 100)));
    }

    /**
     * If a warm-up is declared, the target has to be warm after it. Without one, compiling is a part of what is measured.
     */
    private static Optional<Doubt> compiling(Measurement measurement) {
        return Stream.concat(levels(measurement), turns(measurement))
                .filter(level -> CompilerTime.of(level).isTooMuch())
                .max(Comparator.comparingDouble(level -> CompilerTime.of(level).share()))
                .map(level -> new Doubt(
                        Verdict.SUSPECT,
                        "level " + Levels.of(level).name() + " is not steady: the target's compilers took "
                                + Doubt.percent(CompilerTime.of(level).share()) + " of its CPU time (at most "
                                + Doubt.percent(CompilerTime.MOST_SHARE) + "); warm it up for longer"));
    }

    private static Stream<WindowMeasurement> levels(Measurement measurement) {
        return measurement.windows().stream().filter(window -> window.kind() == WindowMeasurement.Kind.LEVEL);
    }

    /** All windows of a level together: that is what is compared. */
    private static Stream<WindowMeasurement> turns(Measurement measurement) {
        return Levels.merged(measurement).values().stream()
                .filter(level -> level.kind() == WindowMeasurement.Kind.TURN);
    }
}
