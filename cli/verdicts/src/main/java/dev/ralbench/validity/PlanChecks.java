package dev.ralbench.validity;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Whether the load was the one that was planned. Pure. */
final class PlanChecks {
    private static final Limit USER_SECONDS_OFF = Limit.share(0.005).invalid();
    /** How late a load may begin and end, in seconds; this matters only in a short load. */
    private static final double LATE_SECONDS = 0.025;

    static final Check COMPLETENESS = Check.of(
            new CheckRow(
                    "it did not end as planned; a warm-up had too few requests",
                    "",
                    "invalid; suspect where the scenario lets it end at a failure"),
            PlanChecks::completeness);

    static final String USER_SECONDS_OFFERED = "offered %.1f user-seconds instead of %.1f (at most %.1f off)";

    static final Check USER_SECONDS = Check.of(
            USER_SECONDS_OFF.row("user-seconds offered, next to the plan's"),
            evidence -> evidence.isWhole() && stopped(evidence.measurement()) == 0
                    ? userSeconds(evidence.measurement().wholeRun(), evidence.timeline())
                    : Optional.empty());

    /** The scenario wants them to stop: it is no fault of the generator, but the levels are not those that were planned. */
    static final Check STOPPED = Check.of(
            new CheckRow(
                    "users that stopped after a failed step of a journey with `onFailure: stop`", "none", "suspect"),
            evidence -> stoppedUsers(evidence.measurement()));

    /** Every variant gets the same number of warm-up requests; with fewer, it would not be as warm as the others. */
    static final Check WARM_UP = Check.ofSeveral(
            List.of(), // a row with how it ended
            evidence -> evidence.status() == Status.COMPLETE
                            && evidence.measurement().stoppedEarly().isEmpty()
                    ? warmUp(evidence.measurement(), evidence.timeline())
                    : Stream.empty()); // what ended the load ended its warm-up

    private PlanChecks() {}

    private static Optional<CheckFinding> completeness(TrialEvidence evidence) {
        var why = evidence.measurement().stoppedEarly();
        if (evidence.status() != Status.COMPLETE) {
            return Optional.of(CheckFinding.invalid(why.isEmpty() ? "partial" : "partial: %s", why));
        }
        // a load that the scenario lets end at its first failure is as complete as it is meant to be
        return Optional.of(why).filter(text -> !text.isEmpty()).map(text -> CheckFinding.suspect("%s", text));
    }

    private static Stream<CheckFinding> warmUp(Measurement measurement, UserTimeline timeline) {
        var windows = measurement.windows();
        return IntStream.range(0, Math.min(windows.size(), timeline.phases().size()))
                .boxed()
                .flatMap(i -> timeline.phases().get(i) instanceof Phase.WarmUp planned
                        ? warmUp(windows.get(i), planned).stream()
                        : Stream.empty())
                .limit(1);
    }

    private static Optional<CheckFinding> warmUp(WindowMeasurement window, Phase.WarmUp planned) {
        long done = done(window);
        return done >= planned.requests()
                ? Optional.empty()
                : Optional.of(CheckFinding.invalid(
                        Remedy.FEWER_OR_MORE_USERS,
                        "the warm-up had %d of %d requests when its time was over (%d min)",
                        done,
                        planned.requests(),
                        Phase.WarmUp.LONGEST.toMinutes()));
    }

    /** The number of warm-up requests that ended, possibly after the next phase had begun. */
    private static long done(WindowMeasurement warmUp) {
        return warmUp.requests().outcomes().entrySet().stream()
                .filter(outcome -> outcome.getKey() != Outcome.STILL_OPEN)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static long stopped(Measurement measurement) {
        return measurement.failureDetails().getOrDefault(Measurement.STOPPED, 0L);
    }

    private static Optional<CheckFinding> stoppedUsers(Measurement measurement) {
        long stopped = stopped(measurement);
        if (stopped == 0) {
            return Optional.empty();
        }
        var shortest = measurement
                .levels()
                .filter(level -> level.kind() == WindowKind.LEVEL && level.usersTo() > 0 && level.lengthSeconds() > 0)
                .min(Comparator.comparingDouble(level -> active(level) / level.usersTo()));
        return Optional.of(CheckFinding.suspect(
                "%d %s after a failed step (onFailure: stop)%s",
                stopped,
                stopped == 1 ? "user stopped" : "users stopped",
                shortest.map(level -> String.format(
                                Locale.ROOT,
                                "; at %s %.1f were active on average, and its figures are those of so many",
                                Levels.of(level).inWords(),
                                active(level)))
                        .orElse("")));
    }

    private static double active(WindowMeasurement level) {
        return level.ledger().offeredSeconds() / level.lengthSeconds();
    }

    private static Optional<CheckFinding> userSeconds(WindowMeasurement whole, UserTimeline timeline) {
        if (timeline.closedUserSeconds().isEmpty()) {
            return Optional.empty();
        }
        double planned = timeline.closedUserSeconds().getAsDouble();
        double offered = whole.ledger().offeredSeconds();
        double allowed = Math.max(planned * USER_SECONDS_OFF.most(), timeline.maxUsers() * lateSeconds(timeline));
        return Math.abs(offered - planned) <= allowed
                ? Optional.empty()
                : Optional.of(CheckFinding.invalid(USER_SECONDS_OFFERED, offered, planned, allowed));
    }

    /** Turns are late independently of each other, so that their sum grows with the root of their number. */
    private static double lateSeconds(UserTimeline timeline) {
        return LATE_SECONDS * Math.sqrt(Math.max(1, timeline.turns()));
    }
}
