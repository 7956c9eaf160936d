package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.compare.AllowedDifferences;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateDraft;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.BlockRule;
import java.util.List;
import java.util.Optional;

/** A run of two variants that are the same build: it shows how much pairs differ if nothing has changed. */
final class IdenticalRun {
    /** A service that does not start or stay up will hardly do so in the next block. */
    static final BlockRule WHILE_IT_IS_UP = (soFar, blocks) -> failure(soFar).isEmpty();

    private IdenticalRun() {}

    /**
     * The two variants side by side.
     *
     * @throws Failure if a trial failed, or the variants cannot be compared
     */
    static Comparison compared(RunResult result, GateDesign gate) {
        failure(result).ifPresent(why -> {
            throw Failure.environment("the service could not be measured", why, "no gate was written; start again");
        });
        var allowed = AllowedDifferences.ofGate(GateDraft.counts(), gate.vary());
        return new Comparer(
                        List.of(new ResultSource(result.origin().runId(), result)), Optional.empty(), false, allowed)
                .compare();
    }

    private static Optional<String> failure(RunResult run) {
        return run.lastAttempts().stream()
                .filter(trial -> trial.status() == TrialResult.Status.FAILED)
                .flatMap(trial -> trial.failure().map(TrialFailure::text).stream())
                .findFirst();
    }
}
