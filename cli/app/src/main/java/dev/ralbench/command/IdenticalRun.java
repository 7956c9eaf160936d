package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.compare.AllowedDifferences;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateDraft;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.placement.Placement;
import dev.ralbench.report.ProgressDisplay;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.BlockRule;
import dev.ralbench.trial.Calibration;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.Runner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Makes a run of two variants that are the same build: it shows how much pairs differ if nothing has changed. */
record IdenticalRun(Console console, TargetCatalog targets, Clock clock, RuntimeOptions runtime) {
    /** A service that does not start or stay up will hardly do so in the next block. */
    static final BlockRule WHILE_IT_IS_UP = (soFar, blocks) -> failure(soFar).isEmpty();

    /** How a run ended. */
    sealed interface Ended {}

    /**
     * @param signal the exit code that the user's signal asks for
     * @param file that holds what was measured, if anything was
     */
    record Stopped(ExitCode signal, Optional<Path> file) implements Ended {}

    /** @param isTroubled whether something could not be written or ended, which has been printed */
    record Complete(RunResult result, Optional<Path> file, boolean isTroubled) implements Ended {}

    /** Its layout: the windows of the gate, and as many pairs as are asked for. */
    static Design design(GateDesign gate, int pairs) {
        return new Design(Design.Order.ALTERNATING, List.of(pairs), gate.turns(), Optional.empty(), 1);
    }

    /** @throws Failure if the run cannot be made */
    Ended make(RunPlan plan, SenderFactory senders, Placement placement, ProgressDisplay display) {
        var failures = new Failures(console);
        var session = new RunSession(clock, senders, Calibration.measured(clock), placement, display);
        Runner.Finished finished;
        try (session) {
            finished = session.run(plan, console, runtime, plan.scenario(), targets);
        } catch (Failure failure) {
            var signal = session.signal().orElseThrow(() -> failure);
            failures.print(failure);
            return new Stopped(signal, Optional.empty());
        } finally {
            RunNames.release(plan.logDirectory()); // nothing if there are logs
        }
        finished.troubles().forEach(failures::print);
        return session.signal()
                .<Ended>map(signal -> new Stopped(signal, finished.file()))
                .orElseGet(() -> new Complete(
                        finished.result(), finished.file(), !finished.troubles().isEmpty()));
    }

    /**
     * The two variants side by side.
     *
     * @throws Failure if a trial failed, or the variants cannot be compared
     */
    static Comparison compared(RunResult result, GateDesign gate) {
        failure(result).ifPresent(why -> {
            throw Failure.environment("the service could not be measured", why, "no gate was written; start again");
        });
        var allowed = new AllowedDifferences(GateDraft.counts(), gate.vary());
        return new Comparer(List.of(new ResultSource(result.runId(), result)), Optional.empty(), false, allowed)
                .compare();
    }

    private static Optional<String> failure(RunResult run) {
        return run.lastAttempts().stream()
                .filter(trial -> trial.status() == TrialResult.Status.FAILED)
                .flatMap(trial -> trial.failure().stream())
                .findFirst();
    }
}
