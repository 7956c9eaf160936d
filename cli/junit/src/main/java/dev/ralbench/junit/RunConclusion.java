package dev.ralbench.junit;

import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.ScenarioLimitJudge;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a run may be asserted on at all.
 *
 * @param failure why it may not, in lines
 * @param notes reasons of trials that are suspect and count
 */
record RunConclusion(Optional<String> failure, List<String> notes) {
    RunConclusion {
        notes = List.copyOf(notes);
    }

    static RunConclusion of(RalbenchRun run) {
        var result = run.result();
        boolean isGated = run.gate().isPresent();
        var failure = stopped(result)
                .or(() -> failed(result, isGated))
                .or(() -> isGated ? Optional.empty() : invalid(result))
                .or(() -> limits(run));
        return new RunConclusion(failure, reasons(result, ValidityLevel.SUSPECT));
    }

    private static Optional<String> stopped(RunResult result) {
        return result.status() == RunResult.Status.ABORTED
                ? Optional.of("the run was interrupted: what it measured until then is in its file")
                : Optional.empty();
    }

    /** @param isGated whether a gate decides about loads that the scenario's limit ended, and about unequal work */
    private static Optional<String> failed(RunResult result, boolean isGated) {
        return result.lastAttempts().stream()
                .filter(TrialResult::hasFailed)
                .filter(trial ->
                        !isGated || (trial.status() == TrialResult.Status.FAILED && !trial.wasRefusedForItsWork()))
                .findFirst()
                .map(trial -> trial.id().variant() + " could not be measured\n"
                        + trial.failure().map(TrialFailure::text).orElse(""));
    }

    private static Optional<String> invalid(RunResult result) {
        var reasons = reasons(result, ValidityLevel.INVALID);
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the run is invalid, so none of its figures may be used\n  " + String.join("\n  ", reasons));
    }

    /** Each reason once, with the variant. */
    private static List<String> reasons(RunResult result, ValidityLevel verdict) {
        return result.lastAttempts().stream()
                .filter(trial -> trial.validity().verdict() == verdict)
                .flatMap(trial -> trial.validity().reasons().stream()
                        .map(reason -> trial.id().variant() + ": " + reason))
                .distinct()
                .toList();
    }

    private static Optional<String> limits(RalbenchRun run) {
        var open = ScenarioLimitJudge.judge(run.scenario().expected().limits(), run.result()).stream()
                .filter(limit -> limit.outcome() != RuleOutcome.PASS)
                .toList();
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(Stream.concat(
                                Stream.of("expected the scenario's limits to be kept, but"),
                                open.stream()
                                        .map(limit -> "  " + limit.variant() + " at " + limit.place() + ": "
                                                + limit.limit().metric().key() + " is "
                                                + (limit.outcome() == RuleOutcome.FAIL ? "not " : "not shown to be ")
                                                + limit.limit().words() + "; " + limit.why()))
                        .collect(Collectors.joining("\n")));
    }
}
