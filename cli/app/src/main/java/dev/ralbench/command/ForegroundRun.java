package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.session.PlannedRun;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A planned run of which the user sees the progress, and which a signal stops. It closes its display and signals. */
record ForegroundRun(Session session, PlannedRun planned, ProgressDisplay display, Signals signals) {

    ForegroundRun(Session session, PlannedRun planned, ProgressDisplay display) {
        this(session, planned, display, new Signals());
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
    record Stopped(ExitCode signal, Optional<FinishedRun> measured, List<Failure> troubles) implements Ended {
        Stopped {
            troubles = List.copyOf(troubles);
        }
    }

    /** It ran to its end, with good trials or failed ones. */
    record Complete(FinishedRun measured) implements Ended {
        @Override
        public List<Failure> troubles() {
            return measured.troubles();
        }
    }

    /** {@link #run(boolean, UnaryOperator)} without a table below, and without a follower. */
    Ended run() {
        return run(false, UnaryOperator.identity());
    }

    /**
     * Runs it, to its end or until a signal.
     *
     * @param isTableBelow whether the run's table follows on the terminal that the display is on
     * @param followed adds those who follow the run next to the display
     * @throws Failure if the run cannot be made
     */
    Ended run(boolean isTableBelow, UnaryOperator<RunListener> followed) {
        var control = new RunControl();
        FinishedRun measured;
        try (signals;
                display) {
            signals.onSignal(control::interrupt);
            signals.onResize(display::resized);
            var listener = followed.apply(new RunMessages(display, control, isTableBelow));
            measured = session.run(planned, listener, control);
        } catch (Failure failure) {
            var signal = signals.received().orElseThrow(() -> failure);
            return new Stopped(signal, Optional.empty(), List.of(failure));
        }
        // Asked last: until the signals are closed, one that comes ends nothing but this run.
        return signals.received()
                .<Ended>map(signal -> new Stopped(signal, Optional.of(measured), measured.troubles()))
                .orElseGet(() -> new Complete(measured));
    }
}
