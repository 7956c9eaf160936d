package dev.ralbench.dashboard;

import dev.ralbench.measurement.Course;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * All that the page shows of the runs so far, and what has changed since that was taken last. Both are JSON of the same
 * keys, so that the page reads them in the same way. Belongs to one thread.
 */
final class LiveState {
    /** Two hours of seconds; of longer loads two are put into one. */
    private static final int MOST_SECONDS = 7200;

    private final UnaryOperator<String> told;
    private final int mostSeconds;

    /** Reports on runs that have ended, as pages hold them. */
    private final List<String> reports = new ArrayList<>();

    private final List<String> notes = new ArrayList<>();
    private Optional<RunResult> run = Optional.empty();
    private String step = "being prepared";
    private Map<String, Object> now = Map.of();
    /** Of the loads that are on, by variant. */
    private final Map<String, List<LivePoint>> seconds = new TreeMap<>();

    private boolean isOver;
    private Map<String, Object> change = new LinkedHashMap<>();

    /** @param told a text as it may be shown */
    LiveState(UnaryOperator<String> told) {
        this(told, MOST_SECONDS);
    }

    /** @param mostSeconds that are kept of a load */
    LiveState(UnaryOperator<String> told, int mostSeconds) {
        this.told = told;
        this.mostSeconds = mostSeconds;
    }

    /** Everything but courses, which are not kept. */
    String whole() {
        var whole = new LinkedHashMap<String, Object>();
        whole.put("reset", true);
        whole.put("reports", reports);
        whole.put("notes", notes);
        whole.put("run", run);
        whole.put("step", step);
        whole.put("now", now);
        whole.put("seconds", figures());
        whole.put("over", isOver);
        return JsonDocument.write(whole);
    }

    private Map<String, List<List<Object>>> figures() {
        var figures = new TreeMap<String, List<List<Object>>>();
        seconds.forEach((variant, points) ->
                figures.put(variant, points.stream().map(LivePoint::figures).toList()));
        return figures;
    }

    /** The changes since they were taken or forgotten last. */
    String takeChange() {
        var text = JsonDocument.write(change);
        forgetChange();
        return text;
    }

    /** No browser follows. */
    void forgetChange() {
        change = new LinkedHashMap<>();
    }

    void note(String text) {
        var shown = told.apply(text);
        notes.add(shown);
        change.put("notes", List.of(shown));
    }

    /** What is done while no load is on. */
    void step(String text) {
        step = text;
        now = Map.of();
        change.put("step", text);
        change.put("now", now);
    }

    /** @param begun without trials */
    void runStarts(RunResult begun) {
        run = Optional.of(begun);
        change.put("run", begun);
    }

    /** What was seen of loads before is in their results. */
    void trialStarts(String variant, int block) {
        seconds.clear();
        change.put("begins", true);
        step("starting " + variant + ", block " + block);
    }

    /** The page gets this trial alone, and puts it to those that it has. */
    void trialEnded(TrialResult trial) {
        seconds.remove(trial.id().variant());
        run = run.map(known -> {
            var trials = new ArrayList<>(known.trials());
            trials.add(trial);
            change.put("run", known.with(known.status(), List.of(trial)));
            return known.with(known.status(), trials);
        });
        trial.failure()
                .ifPresent(why ->
                        note(trial.id().variant() + ", block " + trial.id().block() + ": " + why.text()));
        change.put("ended", trial.id().variant());
        step("ended " + trial.id().variant());
    }

    /**
     * A second of a load has gone by.
     *
     * @param course what the page does not have yet of it; empty if there is none
     */
    void second(LiveSecond second, Optional<Course> course) {
        var point = second.point();
        now = second.now();
        change.put("now", now);
        var ofVariant = seconds.computeIfAbsent(second.variant(), first -> new ArrayList<>());
        if (ofVariant.size() >= mostSeconds) {
            thin(ofVariant);
        }
        ofVariant.add(point);
        change.put("seconds", Map.of(second.variant(), List.of(point.figures())));
        course.ifPresent(steps -> change.put("course", Map.of(second.variant(), steps)));
    }

    private static void thin(List<LivePoint> points) {
        var fewer = new ArrayList<LivePoint>();
        for (int i = 0; i < points.size(); i += 2) {
            var point = points.get(i);
            fewer.add(i + 1 < points.size() ? point.with(points.get(i + 1)) : point);
        }
        points.clear();
        points.addAll(fewer);
    }

    /** @param report its data, as a page holds it */
    void finished(String report) {
        reports.add(report);
        run = Optional.empty();
        seconds.clear();
        change.put("reports", List.of(report));
        step("measured");
    }

    /** Nothing follows. */
    void end() {
        isOver = true;
        change.put("over", true);
    }
}
