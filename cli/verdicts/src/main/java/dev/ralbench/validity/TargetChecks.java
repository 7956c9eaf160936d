package dev.ralbench.validity;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The target's own faults: failed requests, no responses, users that waited in vain, or unrequested data. Requests are
 * counted and so is the time of users: a frozen target holds up few requests, because its users send nothing else
 * meanwhile. Pure.
 */
final class TargetChecks {
    private static final Limit ERRORS = Limit.share(0.05).invalid();
    /**
     * The share of a level's time, or of its users' time, that may be lost. A pause is part of how a service behaves,
     * so it only makes the trial suspect. If a quarter of the time is lost, the service reaches a third more than the
     * goodput while it works, so the figure describes neither state and the trial is invalid.
     */
    private static final Limit TIME = Limit.share(0.05).invalidAbove(0.25);

    static final Check CHECK = Check.ofSeveral(
            List.of(
                    ERRORS.row(
                            "failed requests, unless the variant is there to fail; of a search for capacity those before"
                                    + " the first level that misses the objective, or of that level where there is none before it"),
                    new CheckRow(
                            "a level at which users or requests waited and no request ended, or none succeeded (counted levels"
                                    + " aside: there a request without an answer has failed). If the variant is there to"
                                    + " fail: a load of which no request ended",
                            "",
                            "invalid"),
                    TIME.row(
                            "time of a level in which no request succeeded though users, or requests of a rate, waited. Only"
                                    + " stalls of more than 1 s and of 5 median response times count (for a single user 10, and 4"
                                    + " times p90; for two 7.5). The wait for the first response of a load makes it suspect at most;"
                                    + " a stall of ralbench itself is a row of its own"),
                    TIME.row(
                            "time of users in requests that failed, of the time in which they did not think, at one level;"
                                    + " unless too many requests failed, or the variant is there to fail"),
                    new CheckRow(
                            "bytes that the target sent and that belong to no request: a second response, or a body longer"
                                    + " than it says (counted in `failureDetails`)",
                            "0; 5 % of the requests",
                            "suspect; invalid")),
            evidence -> evidence.ofTarget().stream());

    private TargetChecks() {}

    /** A fault of one level. */
    private record ShareFinding(double share, CheckFinding finding) {}

    /** All findings against the target. */
    static List<CheckFinding> of(Measurement measurement) {
        return of(measurement, errors(measurement.wholeRun(), "all requests"));
    }

    /** All findings against the target, with {@code errors} in place of the error rate of the whole run. */
    static List<CheckFinding> of(Measurement measurement, Optional<CheckFinding> errors) {
        return Stream.of(errors, worstLevel(measurement, errors.isPresent()), surplus(measurement))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The findings against a target whose requests are expected to fail: failures alone are none. */
    static List<CheckFinding> exceptFailures(Measurement measurement) {
        boolean isSilent = measurement.wholeRun().requests().ended() == 0;
        return Stream.of(
                        isSilent ? worstLevel(measurement, false) : Optional.<CheckFinding>empty(),
                        surplus(measurement))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Whether any of it makes a trial invalid. */
    static boolean isAtFault(Measurement measurement) {
        return of(measurement).stream().anyMatch(finding -> finding.validity() == ValidityLevel.INVALID);
    }

    /** @param which of the requests these are, such as {@code all requests} */
    static Optional<CheckFinding> errors(WindowMeasurement window, String which) {
        double share = window.requests().errorShare().orElse(0);
        return ERRORS.isExceededBy(share)
                ? Optional.of(
                        CheckFinding.invalid("%s of %s failed (at most %s)", ERRORS.text(share), which, ERRORS.text()))
                : Optional.empty();
    }

    /** Counted parts last until they are done: their duration is their result, and hung requests have failed. */
    private static Optional<CheckFinding> worstLevel(Measurement measurement, boolean hasErrors) {
        if (!measurement.stoppedEarly().isEmpty()) {
            return Optional.empty(); // a level that was cut off may have had no time for a response
        }
        return Levels.windows(measurement).values().stream()
                .filter(parts -> parts.getFirst().kind() != WindowKind.COUNTED)
                .flatMap(parts -> level(parts, measurement, hasErrors).stream())
                .max(Comparator.comparing(
                                (ShareFinding found) -> found.finding().validity())
                        .thenComparingDouble(ShareFinding::share))
                .map(ShareFinding::finding);
    }

    private static Optional<ShareFinding> level(
            List<WindowMeasurement> parts, Measurement measurement, boolean hasErrors) {
        var level = parts.stream().reduce(WindowMeasurement::plus).orElseThrow();
        if (hasSuccess(level)) {
            return stalled(level, parts, measurement)
                    .or(() -> hasErrors ? Optional.empty() : waitedInVain(level, parts));
        }
        return hasErrors ? Optional.empty() : silent(level, parts, measurement);
    }

    private static boolean hasSuccess(WindowMeasurement level) {
        return level.requests().completions().successful() > 0
                || level.requests().successful().count() > 0;
    }

    /** Whether nothing of the level was measured. */
    static Optional<CheckFinding> silent(WindowMeasurement level, Measurement measurement) {
        return hasSuccess(level)
                ? Optional.empty()
                : silent(level, List.of(level), measurement).map(ShareFinding::finding);
    }

    private static Optional<ShareFinding> silent(
            WindowMeasurement level, List<WindowMeasurement> parts, Measurement measurement) {
        if (!isWaitedFor(level, parts, measurement) || StandstillCheck.explains(level.lengthSeconds(), level)) {
            return Optional.empty();
        }
        var what = level.requests().failed() > 0
                ? String.format(
                        Locale.ROOT,
                        "no request succeeded, and %d failed",
                        level.requests().failed())
                : "no request ended: the target answered nothing";
        return Optional.of(new ShareFinding(
                1,
                CheckFinding.invalid("level %s: in %.1f s %s", Levels.of(level).name(), level.lengthSeconds(), what)));
    }

    /** Users that only think have not asked for anything; nor has a rate that is too low for the length of its level. */
    private static boolean isWaitedFor(
            WindowMeasurement level, List<WindowMeasurement> parts, Measurement measurement) {
        if (level.open().isPresent()) {
            return parts.stream()
                    .anyMatch(part -> !Stall.of(
                                    part, measurement.series(), level.requests().successful())
                            .isEmpty());
        }
        double offered = level.ledger().offeredSeconds();
        return offered > 0 && offered - level.ledger().thinkingSeconds() > TIME.most() * offered;
    }

    /** No response for far longer than response times explain. A standstill of ralbench itself does not count. */
    private static Optional<ShareFinding> stalled(
            WindowMeasurement level, List<WindowMeasurement> parts, Measurement measurement) {
        var stalls = new ArrayList<Stall>();
        for (var part : parts) {
            Stall.of(part, measurement.series(), level.requests().successful()).stream()
                    .filter(stall -> !StandstillCheck.explains(stall.seconds(), part))
                    .forEach(stalls::add);
        }
        double seconds = stalls.stream().mapToDouble(Stall::seconds).sum();
        double cold = stalls.stream()
                .filter(Stall::isFirst)
                .mapToDouble(Stall::seconds)
                .sum();
        double share = seconds / level.lengthSeconds();
        return found(share, share - cold / level.lengthSeconds(), reason(level, stalls, seconds, share));
    }

    private static String reason(WindowMeasurement level, List<Stall> stalls, double seconds, double share) {
        var longest = stalls.stream()
                .max(Comparator.comparingDouble(Stall::seconds))
                .orElseGet(() -> new Stall(0, 0, 0, false));
        var which = stalls.size() == 1
                ? ""
                : String.format(Locale.ROOT, "in %d stalls, the longest of %.1f s ", stalls.size(), longest.seconds());
        return String.format(
                Locale.ROOT,
                "level %s: no request succeeded for %.1f of %.1f s (%s, at most %s), %sfrom %.1f s of the load on, while"
                        + " %d %s waited: the target, or something that it depends on, stood still",
                Levels.of(level).name(),
                seconds,
                level.lengthSeconds(),
                CheckFinding.percent(share),
                TIME.text(),
                which,
                longest.fromSeconds(),
                longest.waiting(),
                waiters(level, longest.waiting()));
    }

    private static String waiters(WindowMeasurement level, int count) {
        var one = level.open().isPresent() ? "request" : "user";
        return count == 1 ? one : one + "s";
    }

    /** A few timeouts are a small share of the requests, but may be most of the time that users waited. */
    private static Optional<ShareFinding> waitedInVain(WindowMeasurement level, List<WindowMeasurement> parts) {
        var ledger = level.ledger();
        double active = ledger.offeredSeconds() - ledger.thinkingSeconds();
        if (level.open().isPresent() || active <= 0) {
            return Optional.empty();
        }
        double failed = parts.stream().mapToDouble(TargetChecks::failedSeconds).sum();
        double share = Math.min(1, failed / active);
        return found(
                share,
                share,
                String.format(
                        Locale.ROOT,
                        "level %s: users spent %s of their time on the %d requests that failed (at most %s)",
                        Levels.of(level).name(),
                        CheckFinding.percent(share),
                        level.requests().failed(),
                        TIME.text()));
    }

    /**
     * The seconds spent on failed requests, each counted for at most the window's length; waiting beyond it is
     * unplanned.
     */
    private static double failedSeconds(WindowMeasurement window) {
        long failed =
                window.requests().all().count() - window.requests().successful().count();
        double seconds =
                seconds(window.requests().all()) - seconds(window.requests().successful());
        return Math.min(seconds, failed * window.lengthSeconds());
    }

    private static double seconds(LatencyDistribution times) {
        return times.count() * times.meanMillis().orElse(0) / 1e3;
    }

    /** @param ofWarm the part of the share that is not the first wait of a cold target, which is suspect at most */
    private static Optional<ShareFinding> found(double share, double ofWarm, String reason) {
        return TIME.isExceededBy(share)
                ? Optional.of(new ShareFinding(share, new CheckFinding(TIME.verdict(ofWarm), reason)))
                : Optional.empty();
    }

    /**
     * Further bytes could be taken for a response, so the connection is closed; many such closes affect the figures.
     */
    private static Optional<CheckFinding> surplus(Measurement measurement) {
        long count = measurement.failureDetails().getOrDefault(Measurement.SURPLUS, 0L);
        if (count == 0) {
            return Optional.empty();
        }
        boolean areMany =
                count > ERRORS.most() * measurement.wholeRun().requests().ended();
        return Optional.of(new CheckFinding(
                areMany ? ValidityLevel.INVALID : ValidityLevel.SUSPECT,
                String.format(
                        Locale.ROOT,
                        "the target sent %s, %d times (at most 0): more than one response to a request, or a body longer"
                                + " than it says",
                        Measurement.SURPLUS,
                        count)));
    }
}
