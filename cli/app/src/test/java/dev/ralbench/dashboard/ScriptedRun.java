package dev.ralbench.dashboard;

import dev.ralbench.Failure;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunLayout;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A run that tells its listener what a test wants, second by second. */
final class ScriptedRun {
    static final RunResult WHOLE =
            SyntheticRun.of("base", "head").blocks(1).levels(8).levelSeconds(5).run();

    private final RunListener listener;
    private LoadTotals soFar = LoadTotals.none();
    private int seconds;
    private double stepSeconds = 1;

    /** The first steps that were asked for. */
    final List<Integer> asked = new ArrayList<>();

    ScriptedRun(RunListener listener) {
        this.listener = listener;
    }

    void begins() {
        listener.runStarting(WHOLE.with(RunResult.Status.RUNNING, List.of()));
    }

    /** A search for the most users whose p99 is within a limit. */
    void beginsSearch(String limit) {
        var layout = WHOLE.layout();
        var design = layout.design();
        var search = new Design.Capacity(Map.of("p99", limit), 8, 64, 1000, 5000);
        listener.runStarting(Copy.of(WHOLE.with(RunResult.Status.RUNNING, List.of()))
                .with(
                        "layout",
                        new RunLayout(
                                layout.seed(),
                                new Design(
                                        design.order(),
                                        design.looks(),
                                        design.turns(),
                                        Optional.of(search),
                                        design.gate(),
                                        design.attempt()),
                                layout.order()))
                .made());
    }

    void levelJudged(String name, String level, Slo.Judgement judgement) {
        listener.levelJudged(trial(name), level, judgement);
    }

    private static Trial trial(String name) {
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var variant = new Variant(name, new TargetChoice.BuiltIn("tomcat", Map.of()), request, Optional.empty());
        return new Trial(variant, 1, 1, 1);
    }

    void trialStarts(String name) {
        seconds = 0;
        soFar = LoadTotals.none();
        listener.trialStarting(trial(name));
        listener.progress(snapshot(name, 0), this::course); // before its first second has gone by
    }

    /** The next second of a load, which is looked at twice. */
    void second(String name, int responses) {
        seconds++;
        soFar = SampleLoadTotals.then(soFar, 1, responses, 20, 2);
        listener.progress(snapshot(name, responses), this::course);
        listener.progress(snapshot(name, responses), this::course);
    }

    /** A sample that others took, as at the end of a turn: nobody looks at its figures. */
    void sampleForOthers(int responses) {
        soFar = SampleLoadTotals.then(soFar, 0.7, responses, 20, 1);
    }

    /** The second goes on after a rest: too short for a rate. */
    void shortSecond(String name) {
        soFar = SampleLoadTotals.then(soFar, 0.1, 1, 20, 0);
        listener.progress(snapshot(name, 1), this::course);
    }

    void folds() {
        stepSeconds *= 2;
    }

    void trialEnds(int trial) {
        TrialResult ended = WHOLE.trials().get(trial);
        listener.trialEnded(ended);
    }

    void trialFails(int trial, String why) {
        listener.trialEnded(Copy.of(WHOLE.trials().get(trial))
                .with("status", TrialResult.Status.FAILED)
                .with("failure", Optional.of(new TrialFailure(why)))
                .with("measurement", Optional.empty())
                .made());
    }

    void isNotWritten() {
        listener.resultNotWritten(Failure.environment("the disk at ftp://a:secret@b is full", "", "make room"));
    }

    private ProgressSnapshot snapshot(String variant, int responses) {
        return new ProgressSnapshot(
                "shop",
                new ProgressSnapshot.Position(false, 1, 1, 1, variant, 1, 2),
                new ProgressSnapshot.Load("8 users", false, 7, 8),
                new LoadRecording.Second(
                        responses, soFar.failures(), OptionalDouble.of(20), OptionalDouble.empty(), soFar),
                Optional.of(new ProgressSnapshot.TargetGlance(34, 4096, Optional.of(2048L), 0.87)),
                Optional.empty(),
                new ProgressSnapshot.Length(seconds, OptionalDouble.of(20), false),
                new ProgressSnapshot.Length(seconds, OptionalDouble.empty(), false));
    }

    private Optional<Course> course(int first) {
        asked.add(first);
        int steps = (int) (seconds / stepSeconds);
        if (first >= steps) {
            return Optional.empty();
        }
        var threads = new ArrayList<OptionalDouble>();
        for (int step = first; step < steps; step++) {
            threads.add(OptionalDouble.of(30 + step));
        }
        return Optional.of(new Course(
                stepSeconds,
                first * stepSeconds,
                Map.of("threads", threads),
                new Course.ResponseTimes(20, Collections.nCopies(threads.size(), new TreeMap<>()))));
    }
}
