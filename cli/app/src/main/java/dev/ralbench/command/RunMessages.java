package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.process.LogFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.Trial;
import java.util.List;
import java.util.stream.Collectors;

/** Messages to the user during a run. */
final class RunMessages implements RunListener {
    private final ProgressDisplay display;
    private final RunControl control;
    private boolean hasToldOfStop;

    /** @param control which knows whether the user stops the run */
    RunMessages(ProgressDisplay display, RunControl control) {
        this.display = display;
        this.control = control;
    }

    @Override
    public void skipped(String line) {
        display.message(line);
    }

    @Override
    public void calibrating() {
        display.note("calibrating the load generator");
    }

    @Override
    public void generatorIsTheLimit(String why) {
        display.message(why);
    }

    @Override
    public void trialStarting(Trial trial) {
        display.note("block " + trial.block() + ": starting " + trial.variant().name());
    }

    @Override
    public void blockRepeated(List<TrialResult> trials) {
        var why = trials.stream()
                .filter(trial -> trial.validity().verdict() == TrialResult.ValidityLevel.INVALID)
                .map(trial -> trial.id().variant() + ": "
                        + String.join("; ", trial.validity().reasons()))
                .collect(Collectors.joining("; "));
        display.message("block " + trials.getFirst().id().block() + " is measured again, " + why);
    }

    @Override
    public void progress(ProgressSnapshot snapshot) {
        if (control.isStopping() && !hasToldOfStop) {
            hasToldOfStop = true;
            display.message("stopping: waiting for the requests in flight; a second signal stops at once");
        }
        display.update(snapshot);
    }

    @Override
    public void resultNotWritten(Failure why) {
        Failures.lines(why).forEach(display::message);
    }

    @Override
    public void trialEnded(TrialResult result) {
        if (result.wasRefusedForItsWork()) {
            return; // one message tells it of all variants
        }
        result.failure()
                .ifPresent(failure -> display.message(result.id().variant() + ": " + withoutOutput(failure.text())));
    }

    // The last lines of a target's output are in the report that follows.
    private static String withoutOutput(String failure) {
        return LogFile.TAIL.matcher(failure).replaceFirst("its last lines are below");
    }
}
