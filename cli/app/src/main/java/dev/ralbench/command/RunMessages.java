package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.Trial;
import dev.ralbench.validity.BusyMachine;
import java.util.List;
import java.util.stream.Collectors;

/** Messages to the user during a run. */
final class RunMessages implements RunListener {
    private final ProgressDisplay display;
    private final RunControl control;
    private final boolean isTableBelow;
    private boolean hasToldOfStop;
    /** Names of the variants, block by block, as planned. */
    private List<List<String>> order = List.of();

    /**
     * Messages on a display.
     *
     * @param control which knows whether the user stops the run
     * @param isTableBelow whether the run's table follows on the same terminal, with each failure and repeated block
     */
    RunMessages(ProgressDisplay display, RunControl control, boolean isTableBelow) {
        this.display = display;
        this.control = control;
        this.isTableBelow = isTableBelow;
    }

    @Override
    public void preparing(String line) {
        display.message(line);
    }

    @Override
    public void note(String line) {
        display.message(line);
    }

    @Override
    public void calibrating() {
        display.step("calibrating the load generator");
    }

    @Override
    public void runStarting(RunResult begun) {
        order = begun.layout().order();
    }

    @Override
    public void trialStarting(Trial trial) {
        boolean isUp = trial.variant().target() instanceof TargetChoice.Url;
        display.step(block(trial)
                + (isUp ? "connecting to " : "starting ")
                + trial.variant().name());
    }

    /** Nothing if there is one trial only. */
    private String block(Trial trial) {
        return order.size() == 1 && order.getFirst().size() == 1
                ? ""
                : "block " + trial.block() + "/" + Math.max(order.size(), trial.block()) + ": ";
    }

    @Override
    public void blockRepeated(List<TrialResult> trials) {
        var why = trials.stream()
                .filter(trial -> trial.validity().verdict() == TrialResult.ValidityLevel.INVALID)
                .map(trial -> trial.id().variant() + ": "
                        + BusyMachine.told(trial.validity().reasons()).stream()
                                .limit(isTableBelow ? 1 : Long.MAX_VALUE)
                                .collect(Collectors.joining("; ")))
                .collect(Collectors.joining("; "));
        display.message("block " + trials.getFirst().id().block() + " is measured again, " + why);
    }

    @Override
    public void progress(ProgressSnapshot snapshot, CourseSoFar course) {
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
        result.failure().ifPresent(failure -> display.message(result.id().variant() + told(failure.text())));
    }

    /** Of a failure in the table that follows, only the fix: it is not there. */
    private String told(String failure) {
        var lines = failure.lines().toList();
        if (!isTableBelow || lines.isEmpty()) {
            return ": " + failure;
        }
        return " failed, as the table below says" + (lines.size() > 1 ? "; " + lines.getLast() : "");
    }
}
