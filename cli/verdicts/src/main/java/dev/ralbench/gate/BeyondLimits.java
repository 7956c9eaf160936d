package dev.ralbench.gate;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.List;
import java.util.Optional;

/**
 * Loads that the limits of their scenario ended ({@code load.abortWhen}). The rules never see such trials. The limits
 * are absolute, so one trial beyond them is enough to fail a variant, unless base went beyond them, too: then it is not the
 * change.
 */
public final class BeyondLimits {
    private BeyondLimits() {}

    /**
     * Why a gate fails whatever its rules say.
     *
     * @param base the variant that the others are compared with, if there is one
     * @param variants that the gate judges; base may be among them
     * @return empty if no variant but base went beyond a limit, or base did
     */
    public static Optional<String> inWords(List<RunResult> runs, Optional<String> base, List<String> variants) {
        if (base.filter(name -> count(runs, name) > 0).isPresent()) {
            return Optional.empty();
        }
        return variants.stream()
                .filter(variant -> count(runs, variant) > 0)
                .findFirst()
                .map(variant -> variant + " went beyond the limits of load.abortWhen in "
                        + GateNumbers.count(count(runs, variant), "block")
                        + base.map(name -> ", " + name + " in none").orElse("") + "; "
                        + first(runs, variant));
    }

    /**
     * Why nothing can pass of which a part is unknown: runs of one variant are compared by the names of their files, by which
     * no trial is found.
     *
     * @return empty if all trials beyond a limit are those of base or one of the variants
     */
    static Optional<String> ofOthers(List<RunResult> runs, String base, List<String> variants) {
        return runs.stream()
                .flatMap(run -> run.lastAttempts().stream())
                .map(trial -> trial.id().variant())
                .filter(name -> !name.equals(base) && !variants.contains(name) && count(runs, name) > 0)
                .findFirst()
                .map(name -> name + " went beyond the limits of load.abortWhen in "
                        + GateNumbers.count(count(runs, name), "block") + ", which is in no figure");
    }

    private static int count(List<RunResult> runs, String variant) {
        return (int) runs.stream()
                .flatMap(run -> run.lastAttempts().stream())
                .filter(trial -> isBeyond(trial, variant))
                .count();
    }

    private static String first(List<RunResult> runs, String variant) {
        return runs.stream()
                .flatMap(run -> run.lastAttempts().stream())
                .filter(trial -> isBeyond(trial, variant))
                .findFirst()
                .flatMap(TrialResult::failure)
                .map(failure -> failure.what())
                .orElse("");
    }

    private static boolean isBeyond(TrialResult trial, String variant) {
        return trial.status() == TrialResult.Status.BEYOND_LIMIT
                && trial.id().variant().equals(variant);
    }
}
