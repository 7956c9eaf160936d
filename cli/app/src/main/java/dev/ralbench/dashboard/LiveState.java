package dev.ralbench.dashboard;

import dev.ralbench.measurement.Course;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

    private static final String PREPARED = "being prepared";

    private final UnaryOperator<String> told;
    private final int mostSeconds;

    /** Reports on runs that have ended, as pages hold them. */
    private final List<String> reports = new ArrayList<>();

    private final List<String> notes = new ArrayList<>();
    private final List<LiveScenario> scenarios = new ArrayList<>();
    private Optional<RunResult> run = Optional.empty();
    private Optional<LiveGate> gate = Optional.empty();
    private String step = PREPARED;
    private Map<String, Object> now = Map.of();
    /** Of the last load, too, while the next one is prepared. */
    private Map<String, Object> progress = Map.of();
    /** Of the loads that are on, by variant. */
    private final Map<String, List<LivePoint>> seconds = new TreeMap<>();
    /** Levels of searches, as they ended, by variant. */
    private final Map<String, List<JudgedLevel>> judged = new TreeMap<>();

    private boolean isOver;
    private Map<String, Object> change = new LinkedHashMap<>();

    /** A level that was held against the objective. */
    private record JudgedLevel(String level, String judgement) {}

    /**
     * Nothing is measured yet.
     *
     * @param names of the scenarios that are run, in this order
     * @param told a text as it may be shown
     */
    LiveState(List<String> names, UnaryOperator<String> told) {
        this(names, told, MOST_SECONDS);
    }

    /** @param mostSeconds that are kept of a load */
    LiveState(List<String> names, UnaryOperator<String> told, int mostSeconds) {
        names.forEach(name -> scenarios.add(new LiveScenario(name, LiveScenario.State.WAITING)));
        this.told = told;
        this.mostSeconds = mostSeconds;
    }

    /** Everything but courses, which are not kept. */
    String whole() {
        var whole = new LinkedHashMap<String, Object>();
        whole.put("reset", true);
        whole.put("reports", reports);
        whole.put("notes", notes);
        whole.put("scenarios", scenariosAsText());
        whole.put("run", run);
        whole.put("objective", objective());
        whole.put("gate", gate);
        whole.put("step", step);
        whole.put("now", now);
        whole.put("progress", progress);
        whole.put("seconds", figures());
        whole.put("judged", judged);
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

    /** The next of the scenarios begins. */
    void scenarioBegins() {
        mark(LiveScenario.State.WAITING, LiveScenario.State.RUNNING);
        step(PREPARED);
    }

    /** Of the one that is running there is no report; why, is noted. */
    void scenarioFails() {
        if (scenarios.stream().noneMatch(each -> each.state() == LiveScenario.State.RUNNING)) {
            return; // it was measured, and one of its reports could not be written
        }
        mark(LiveScenario.State.RUNNING, LiveScenario.State.FAILED);
        forgetRun();
        step("not measured");
    }

    private void mark(LiveScenario.State from, LiveScenario.State to) {
        for (int i = 0; i < scenarios.size(); i++) {
            if (scenarios.get(i).state() == from) {
                scenarios.set(i, scenarios.get(i).with(to));
                break;
            }
        }
        change.put("scenarios", scenariosAsText());
    }

    private List<Map<String, String>> scenariosAsText() {
        return scenarios.stream()
                .map(each -> Map.of("name", each.name(), "state", word(each.state())))
                .toList();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Each level must meet it, if the run is a search. */
    private Optional<String> objective() {
        return run.flatMap(known -> known.layout().design().capacity())
                .map(search -> search.objective().words());
    }

    void gate(LiveGate begun) {
        gate = Optional.of(begun);
        change.put("gate", gate);
    }

    void gateCounts(int counted) {
        gate.ifPresent(known -> gate(known.with(counted)));
    }

    void gateLooks(LiveGate.Look look) {
        gate.ifPresent(known -> gate(known.with(look)));
    }

    void levelJudged(String variant, String level, Slo.Judgement judgement) {
        var known = new JudgedLevel(level, word(judgement));
        judged.computeIfAbsent(variant, first -> new ArrayList<>()).add(known);
        change.put("judged", Map.of(variant, List.of(known)));
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
        change.put("objective", objective());
    }

    /** What was seen of loads before is in their results. */
    void trialStarts(String variant, int block) {
        seconds.clear();
        judged.clear();
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
        progress = second.progress();
        change.put("progress", progress);
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
        forgetRun();
        change.put("reports", List.of(report));
        mark(LiveScenario.State.RUNNING, LiveScenario.State.REPORTED);
        step("measured");
    }

    private void forgetRun() {
        run = Optional.empty();
        gate = Optional.empty();
        progress = Map.of();
        seconds.clear();
        judged.clear();
        change.put("gate", gate);
        change.put("progress", progress);
    }

    /** Nothing follows. */
    void end() {
        isOver = true;
        change.put("over", true);
    }
}
