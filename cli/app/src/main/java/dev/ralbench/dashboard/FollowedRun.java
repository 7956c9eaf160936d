package dev.ralbench.dashboard;

import dev.ralbench.Failure;
import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.Trial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Hands on what a run tells its listener, and changes what the page shows by it. Used by the run's thread. */
final class FollowedRun implements RunListener {
    private final RunListener listener;
    private final Audience audience;
    private final Consumer<Consumer<LiveState>> page;
    /** All that the page was told of each load that is on, by variant. */
    private final Map<String, LoadTotals> seen = new HashMap<>();
    /** Steps of the course that the page has. */
    private int steps;

    private double stepSeconds;
    private int newcomers;

    /** Those who look at the page; any thread may ask. */
    interface Audience {
        boolean isThere();

        /** Grows with each that has nothing of the course yet. */
        int newcomers();
    }

    /** @param page changes what it shows, on another thread */
    FollowedRun(RunListener listener, Audience audience, Consumer<Consumer<LiveState>> page) {
        this.listener = listener;
        this.audience = audience;
        this.page = page;
    }

    private void show(String text) {
        page.accept(state -> state.note(text));
    }

    @Override
    public void preparing(String line) {
        listener.preparing(line);
    }

    @Override
    public void note(String line) {
        listener.note(line);
        show(line);
    }

    @Override
    public void calibrating() {
        listener.calibrating();
        page.accept(state -> state.step("calibrating the load generator"));
    }

    @Override
    public void runStarting(RunResult begun) {
        listener.runStarting(begun);
        page.accept(state -> state.runStarts(begun));
    }

    @Override
    public void trialStarting(Trial trial) {
        listener.trialStarting(trial);
        seen.clear();
        steps = 0;
        page.accept(state -> state.trialStarts(trial.variant().name(), trial.block()));
    }

    @Override
    public void blockRepeated(List<TrialResult> trials) {
        listener.blockRepeated(trials);
        show("block " + trials.getFirst().id().block() + " is measured again, because it was disturbed");
    }

    @Override
    public void progress(ProgressSnapshot snapshot, CourseSoFar course) {
        listener.progress(snapshot, course);
        var soFar = snapshot.lastSecond().soFar();
        Optional.ofNullable(seen.putIfAbsent(snapshot.at().variant(), soFar))
                .flatMap(soFar::secondSince)
                .ifPresent(second -> {
                    seen.put(snapshot.at().variant(), soFar);
                    var steps = news(course);
                    page.accept(state -> state.second(new LiveSecond(snapshot, second), steps));
                });
    }

    /** The last step that the page has may have grown since. */
    private Optional<Course> news(CourseSoFar course) {
        if (!audience.isThere()) {
            return Optional.empty();
        }
        int asking = audience.newcomers();
        int from = asking == newcomers ? Math.max(0, steps - 1) : 0;
        var found = course.since(from);
        if (found.isPresent() && from > 0 && found.get().stepSeconds() != stepSeconds) {
            from = 0;
            found = course.since(0);
        }
        if (found.isPresent()) {
            newcomers = asking;
            stepSeconds = found.get().stepSeconds();
            steps = from + found.get().responseTimes().counts().size();
        }
        return found;
    }

    @Override
    public boolean followsPhases() {
        return listener.followsPhases();
    }

    @Override
    public void phaseEnded(Trial trial, String phase, LoadTotals soFar) {
        listener.phaseEnded(trial, phase, soFar);
    }

    @Override
    public void levelJudged(Trial trial, String level, Slo.Judgement judgement) {
        listener.levelJudged(trial, level, judgement);
        page.accept(state -> state.levelJudged(trial.variant().name(), level, judgement));
    }

    @Override
    public void resultNotWritten(Failure why) {
        listener.resultNotWritten(why);
        show(why.what());
    }

    @Override
    public void trialEnded(TrialResult result) {
        listener.trialEnded(result);
        page.accept(state -> state.trialEnded(result));
    }
}
