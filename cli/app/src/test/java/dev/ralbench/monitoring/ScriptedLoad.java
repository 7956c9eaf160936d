package dev.ralbench.monitoring;

import dev.ralbench.load.RequestTemplate;
import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.GeneratorGlance;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.result.RunResult;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
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

/** A load that tells its listener what a test wants, second by second. */
final class ScriptedLoad {
    static final RunResult WHOLE =
            SyntheticRun.of("base", "head").blocks(1).levels(8).levelSeconds(5).run();

    private final RunListener listener;
    private final boolean turns;
    private final Map<String, List<OptionalDouble>> course = new TreeMap<>();
    private LoadTotals soFar = LoadTotals.none();
    private double stepSeconds = 1;
    private boolean isBroken;

    ScriptedLoad(RunListener listener, boolean turns) {
        this.listener = listener;
        this.turns = turns;
    }

    ScriptedLoad(RunListener listener) {
        this(listener, false);
    }

    void begins() {
        listener.runStarting(WHOLE.with(RunResult.Status.RUNNING, List.of()));
    }

    static Trial trial(String name) {
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var variant = new Variant(name, new TargetChoice.BuiltIn("tomcat", Map.of()), request, Optional.empty());
        return new Trial(variant, 1, 1, 1);
    }

    void trialStarts(String name) {
        soFar = LoadTotals.none();
        course.clear();
        listener.trialStarting(trial(name));
    }

    /** What is seen of the target in the step that goes on, until it is set again. */
    void sees(String name, double... steps) {
        var values = new ArrayList<OptionalDouble>();
        for (double value : steps) {
            values.add(OptionalDouble.of(value));
        }
        course.put(name, values);
    }

    void folds() {
        stepSeconds *= 2;
    }

    /** Some time later, with responses of 20 ms and failures. */
    void goesOn(String name, String phase, double seconds, int responses, int failures) {
        grows(seconds, responses, failures);
        tick(name, phase);
        tick(name, phase); // comes several times a second
    }

    void grows(double seconds, int responses, int failures) {
        soFar = SampleLoadTotals.then(soFar, seconds, responses, 20, failures);
    }

    void phaseEnds(String name, String phase) {
        listener.phaseEnded(trial(name), phase, soFar);
    }

    /** Told of before the totals are sampled, which have these responses of 20 ms among the next ones. */
    void phaseEndsLater(String name, String phase, double seconds, int responses) {
        listener.phaseEnded(trial(name), phase, SampleLoadTotals.then(soFar, seconds, responses, 20, 0));
    }

    /** From now on nothing can be read of the target. */
    void breaks() {
        isBroken = true;
    }

    void trialEnds(int trial) {
        listener.trialEnded(WHOLE.trials().get(trial));
    }

    void tick(String name, String phase) {
        listener.progress(
                new ProgressSnapshot(
                        "shop",
                        new ProgressSnapshot.Position(turns, 1, 1, 1, name, 1, 2),
                        new ProgressSnapshot.Load(phase, false, 7, 8),
                        new LoadRecording.Second(
                                soFar.ended(), soFar.failures(), OptionalDouble.of(20), OptionalDouble.empty(), soFar),
                        Optional.of(new ProgressSnapshot.TargetGlance(34, 4096, Optional.of(2048L), 0.5)),
                        Optional.of(new ProgressSnapshot.GeneratorHealth(
                                new GeneratorGlance(0.3, 2, false, Optional.of(0.7)), Optional.empty())),
                        new ProgressSnapshot.Length(1, OptionalDouble.of(20), false),
                        new ProgressSnapshot.Length(1, OptionalDouble.empty(), false)),
                this::course);
    }

    private Optional<Course> course(int first) {
        if (isBroken) {
            throw new IllegalStateException("course is broken");
        }
        int steps = course.values().stream().mapToInt(List::size).max().orElse(0);
        if (first >= steps) {
            return Optional.empty();
        }
        var values = new TreeMap<String, List<OptionalDouble>>();
        course.forEach((name, all) -> values.put(name, all.subList(first, steps)));
        return Optional.of(new Course(
                stepSeconds,
                first * stepSeconds,
                values,
                new Course.ResponseTimes(20, Collections.nCopies(steps - first, new TreeMap<>()))));
    }
}
