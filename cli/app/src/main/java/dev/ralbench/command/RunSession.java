package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.placement.Placement;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.RunNames;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.Runner;
import dev.ralbench.trial.calibration.Calibration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Runs one plan, shows its progress, and listens to signals. */
final class RunSession {
    private final ProgressDisplay display;
    private final Signals signals = new Signals();
    private final RunControl control = new RunControl();
    private final Clock clock;
    private final SenderFactory senders;
    private final Calibration calibration;
    private final Placement placement;
    private final boolean isTableBelow;
    private final UnaryOperator<RunListener> followed;

    /**
     * A session for one run.
     *
     * @param placement of the roles on the CPUs
     * @param isTableBelow whether the run's table follows on the terminal that the display is on
     * @param followed adds those who follow the run next to the display
     */
    RunSession(
            Clock clock,
            SenderFactory senders,
            Calibration calibration,
            Placement placement,
            ProgressDisplay display,
            boolean isTableBelow,
            UnaryOperator<RunListener> followed) {
        this.followed = followed;
        this.isTableBelow = isTableBelow;
        this.clock = clock;
        this.senders = senders;
        this.calibration = calibration;
        this.placement = placement;
        this.display = display;
    }

    /** How a run ended. */
    sealed interface Ended {
        /** Failures to run, write or end something. */
        List<Failure> troubles();
    }

    /**
     * The user stopped it.
     *
     * @param signal the exit code that the signal asks for
     * @param measured empty if it had not begun
     */
    record Stopped(ExitCode signal, Optional<Runner.Finished> measured, List<Failure> troubles) implements Ended {
        Stopped {
            troubles = List.copyOf(troubles);
        }
    }

    /** It ran to its end, with good trials or failed ones. */
    record Complete(Runner.Finished measured) implements Ended {
        @Override
        public List<Failure> troubles() {
            return measured.troubles();
        }
    }

    /**
     * Runs the plan and stops everything that it started. Call it only once.
     *
     * @throws Failure if the run cannot be made
     */
    Ended make(RunPlan plan, Console console, RuntimeOptions runtime, TargetCatalog targets) {
        try {
            var measured = measured(plan, console, runtime, targets);
            return signals.received()
                    .<Ended>map(signal -> new Stopped(signal, Optional.of(measured), measured.troubles()))
                    .orElseGet(() -> new Complete(measured));
        } catch (Failure failure) {
            var signal = signals.received().orElseThrow(() -> failure);
            return new Stopped(signal, Optional.empty(), List.of(failure));
        } finally {
            RunNames.release(plan.names().logDirectory()); // nothing if there are logs
        }
    }

    private Runner.Finished measured(RunPlan plan, Console console, RuntimeOptions runtime, TargetCatalog targets) {
        try {
            return run(plan, console, runtime, targets);
        } finally {
            display.close();
            signals.close();
        }
    }

    private Runner.Finished run(RunPlan plan, Console console, RuntimeOptions runtime, TargetCatalog targets) {
        signals.onSignal(control::interrupt);
        signals.onResize(display::resized);
        if (!placement.sentence().isEmpty()) {
            display.message(placement.sentence());
        }
        var session = open(console, runtime, plan.scenario(), targets);
        Runner.Finished finished;
        try {
            finished = new Runner(
                            session.resources(),
                            senders,
                            calibration,
                            clock,
                            followed.apply(new RunMessages(display, control, isTableBelow)),
                            StudyPredictions::added)
                    .run(plan, control);
        } catch (RuntimeException e) {
            close(session).ifPresent(e::addSuppressed);
            throw MaskedDefect.of(e, session.resources().secrets());
        }
        var notEnded = close(session);
        return notEnded.map(finished::with).orElse(finished);
    }

    private SessionResources open(Console console, RuntimeOptions runtime, Scenario scenario, TargetCatalog targets) {
        try {
            return control.interruptibly(() ->
                    SessionResources.open(console, runtime, placement, scenario, targets, clock, display::message));
        } catch (InterruptedException e) {
            throw Failure.environment("stopped while the run was being prepared", "", "start the run again")
                    .causedBy(e);
        }
    }

    /** A failure to end something must not lose the findings. */
    private static Optional<Failure> close(SessionResources session) {
        try {
            session.close();
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure);
        }
    }
}
