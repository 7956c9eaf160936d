package dev.ralbench.runner;

import dev.ralbench.load.Segment;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says whether the findings of a trial can be trusted, with the numbers that speak against it. Pure. */
final class ValidityJudge {
    private static final double MOST_ERRORS = 0.05;
    private static final double MOST_USER_SECONDS_OFF = 0.005;
    /** A load may begin and end so late, which only matters in a short one. */
    private static final double LATE_SECONDS = 0.025;

    private static final double MOST_STEAL = 0.1;
    /** CPU time comes in ticks of 10 ms: in a shorter window few of them would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;

    private static final double MOST_GENERATOR_SHARE = 0.8;
    private static final double BUSY = 0.9;
    /** Below this share of a busy machine the generator is not what the target is short of. */
    private static final double GENERATOR_MATTERS = 0.1;

    private record Doubt(Verdict verdict, String reason) {}

    private ValidityJudge() {}

    static Validity nothingMeasured(Status status) {
        return new Validity(
                Verdict.INVALID,
                List.of(status == Status.ABORTED ? "stopped before the load began" : "nothing was measured"));
    }

    /** @param failuresExpected whether failed requests are what the variant is there to show */
    static Validity judge(Measurement measurement, UserTimeline timeline, Status status, boolean failuresExpected) {
        var doubts = new ArrayList<Doubt>();
        completeness(measurement, status).ifPresent(doubts::add);
        if (!failuresExpected) {
            errors(measurement.wholeRun()).ifPresent(doubts::add);
        }
        if (status == Status.COMPLETE && measurement.stoppedEarly().isEmpty()) {
            userSeconds(measurement.wholeRun(), timeline).ifPresent(doubts::add);
        }
        warmUp(measurement, timeline).ifPresent(doubts::add);
        measurement.levels().forEach(level -> littlesLaw(level).ifPresent(doubts::add));
        sharedProcessors(measurement).ifPresent(doubts::add);
        saturated(measurement).ifPresent(doubts::add);
        stolen(measurement).ifPresent(doubts::add);
        swapped(measurement).ifPresent(doubts::add);
        var worst = doubts.stream().map(Doubt::verdict).max(Verdict::compareTo).orElse(Verdict.VALID);
        return new Validity(worst, doubts.stream().map(Doubt::reason).toList());
    }

    /** Whether the target itself was at fault, by ending or by failing too often, whatever else there is to doubt. */
    static boolean isTargetAtFault(TrialResult trial) {
        boolean failed = trial.measurement()
                .filter(found -> found.wholeRun().errorShare().orElse(0) > MOST_ERRORS)
                .isPresent();
        return failed || trial.status() == Status.FAILED;
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

    /** All variants get as many requests; one that got fewer is not as warm as the others. */
    private static Optional<Doubt> warmUp(Measurement measurement, UserTimeline timeline) {
        var windows = measurement.windows();
        if (windows.isEmpty() || !(timeline.segments().getFirst() instanceof Segment.WarmUp planned)) {
            return Optional.empty();
        }
        long done = windows.getFirst().completions().ended();
        return Optional.of(new Doubt(
                        Verdict.INVALID,
                        "the warm-up had " + done + " of " + planned.requests() + " requests when its time was over"))
                .filter(doubt -> done < planned.requests());
    }

    private static Optional<Doubt> errors(WindowMeasurement whole) {
        double share = whole.errorShare().orElse(0);
        if (share <= MOST_ERRORS) {
            return Optional.empty();
        }
        return Optional.of(new Doubt(
                Verdict.INVALID, percent(share) + " of all requests failed (at most " + percent(MOST_ERRORS) + ")"));
    }

    private static Optional<Doubt> userSeconds(WindowMeasurement whole, UserTimeline timeline) {
        if (timeline.userSeconds().isEmpty()) {
            return Optional.empty();
        }
        double planned = timeline.userSeconds().getAsDouble();
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
                                "level %d: Little's law is off by %+.1f %% (at most %.1f %%): %s",
                                level.usersTo(),
                                check.deviation() * 100,
                                check.tolerance() * 100,
                                check.cause())));
    }

    /** The generator takes CPU from a target that could use it. */
    private static Optional<Doubt> sharedProcessors(Measurement measurement) {
        var levels = measurement.levels().filter(ValidityJudge::isShort).toList();
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        var users = levels.stream()
                .map(level -> String.valueOf(level.usersTo()))
                .distinct()
                .collect(Collectors.joining(", "));
        var usage = levels.stream().flatMap(level -> level.generator().stream()).toList();
        return Optional.of(new Doubt(
                Verdict.SUSPECT,
                String.format(
                        Locale.ROOT,
                        "at %s generator and target share %d processors, busy to %.0f %%; the generator takes %.1f"
                                + " of them, so this is the limit of the machine and not of the target",
                        users + (users.equals("1") ? " user" : " users"),
                        usage.getFirst().processors(),
                        100
                                * usage.stream()
                                        .mapToDouble(GeneratorUsage::machineBusyShare)
                                        .max()
                                        .orElse(0),
                        usage.stream().mapToDouble(GeneratorUsage::cores).max().orElse(0))));
    }

    private static boolean isShort(WindowMeasurement level) {
        return level.generator()
                .filter(usage -> usage.machineBusyShare() > BUSY && share(usage) > GENERATOR_MATTERS)
                .isPresent();
    }

    private static double share(GeneratorUsage usage) {
        return usage.cores() / usage.processors();
    }

    /** What it could not send in time is in no figure. */
    private static Optional<Doubt> saturated(Measurement measurement) {
        return worst(measurement, usage -> Optional.of(share(usage)))
                .filter(share -> share > MOST_GENERATOR_SHARE)
                .map(share -> new Doubt(
                        Verdict.INVALID,
                        "the generator took " + percent(share) + " of all processors (at most "
                                + percent(MOST_GENERATOR_SHARE) + ")"));
    }

    private static Optional<Doubt> stolen(Measurement measurement) {
        return worst(measurement, GeneratorUsage::stealShare)
                .filter(share -> share > MOST_STEAL)
                .map(share -> new Doubt(
                        Verdict.INVALID,
                        percent(share) + " of the processors' time in one window was stolen by the host (at most "
                                + percent(MOST_STEAL) + ")"));
    }

    private static Optional<Doubt> swapped(Measurement measurement) {
        return worst(measurement, usage -> usage.swappedPages().map(Long::doubleValue))
                .filter(pages -> pages > 0)
                .map(pages -> new Doubt(
                        Verdict.INVALID,
                        String.format(Locale.ROOT, "the machine swapped %.0f pages in one window (at most 0)", pages)));
    }

    /** In any level, or in all together where levels are short. */
    private static Optional<Double> worst(Measurement measurement, Function<GeneratorUsage, Optional<Double>> value) {
        return Stream.concat(measurement.levels(), Stream.of(measurement.wholeRun()))
                .flatMap(window -> window.generator().stream())
                .filter(usage -> usage.seconds() >= SHORTEST_SECONDS)
                .flatMap(usage -> value.apply(usage).stream())
                .max(Double::compare);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
