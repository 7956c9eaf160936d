package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.Status;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures block after block, those again that the machine disturbed, up to the last one, or the block after which the
 * plan's rule says that it is enough. A rule may ask for more than were planned, in the place of lost ones. The result file is brought up to date after each trial.
 * A trial that fails does not stop the others.
 */
public final class BlockLoop {
    private final RunPlan plan;
    private final BlockMethod method;
    private final ProgressTicker progress;
    private final RunControl control;
    private final RunListener listener;
    private final ResultFile file;
    private final Repeats repeats;
    private final List<List<String>> order;
    private final List<TrialResult> trials = new ArrayList<>();
    private RunResult result;
    /** Whether it is known that the result cannot be written to its place. */
    private boolean isTold;

    /** @param begun as it is in the file before the first trial */
    BlockLoop(
            RunPlan plan,
            BlockMethod method,
            ProgressTicker progress,
            RunControl control,
            RunListener listener,
            ResultFile file,
            RunResult begun) {
        this.plan = plan;
        this.method = method;
        this.progress = progress;
        this.control = control;
        this.listener = listener;
        this.file = file;
        this.result = begun;
        this.order = new ArrayList<>(begun.layout().order());
        this.repeats = plan.part().isPresent()
                ? Repeats.none()
                : new Repeats(plan.schedule().blocks().size());
    }

    /** Measures all of them; called once. */
    public FinishedRun run() {
        int planned = plan.schedule().blocks().size();
        int most = planned + plan.rule().spare(planned);
        boolean goesOn = true;
        for (int number = 1; goesOn && number <= most; number++) {
            var block = number <= planned
                    ? plan.schedule().blocks().get(number - 1)
                    : unforeseen(plan.schedule().further(number, nextUnplanned()));
            for (boolean isAgain = true; isAgain && !control.isStopping(); ) {
                int before = trials.size();
                method.measure(block, progress, this::keep);
                var measured = List.copyOf(trials.subList(before, trials.size()));
                isAgain = measured.size() == block.size() && !control.isStopping() && isRepeated(measured);
                if (isAgain) {
                    block = unforeseen(plan.schedule().again(block, nextUnplanned()));
                    listener.blockRepeated(measured);
                }
            }
            goesOn = !control.isStopping() && plan.rule().goOn(result, number);
        }
        result = result.with(statusAtTheEnd(), order, trials);
        var trouble = save();
        return new FinishedRun(
                result, file.newest(), plan.names(), trouble.stream().toList());
    }

    private int nextUnplanned() {
        return order.size() - plan.schedule().blocks().size() + 1;
    }

    /** Keeps the order of a block that was not planned, before its first trial. */
    private List<Trial> unforeseen(List<Trial> block) {
        order.add(Schedule.names(block));
        result = result.with(Status.RUNNING, order, trials);
        saveOrTell();
        return block;
    }

    /** A search overloads on purpose: the machine's part in that cannot be told apart. */
    private boolean isRepeated(List<TrialResult> measured) {
        boolean isAboutTheMachine = plan.design().capacity().isEmpty() || Repeats.hasLostAGenerator(measured);
        return isAboutTheMachine && repeats.claim(measured);
    }

    private void keep(TrialResult trial) {
        trials.add(trial);
        result = result.with(control.isStopping() ? Status.ABORTED : Status.RUNNING, order, trials);
        saveOrTell();
        listener.trialEnded(trial);
    }

    /** Reported at once, for hours of measuring may follow; and only once while nothing has changed. */
    private void saveOrTell() {
        var trouble = save();
        trouble.filter(failure -> !isTold).ifPresent(listener::resultNotWritten);
        isTold = trouble.isPresent();
    }

    /** A disk that is full now may have room after the next trial; and the measurement can still be shown. */
    private Optional<Failure> save() {
        try {
            file.write(result);
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure);
        }
    }

    private Status statusAtTheEnd() {
        if (control.isStopping()) {
            return Status.ABORTED;
        }
        return result.lastAttempts().stream().allMatch(trial -> trial.status() == TrialResult.Status.COMPLETE)
                ? Status.COMPLETE
                : Status.INCOMPLETE;
    }
}
