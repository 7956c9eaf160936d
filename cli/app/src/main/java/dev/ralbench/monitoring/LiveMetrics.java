package dev.ralbench.monitoring;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.ExponentialBuckets;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.Trial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Hands on what a run tells its listener, and keeps samples of it. Calls come on the run's thread, so an error in the
 * samples would end the trial: it ends the samples instead.
 */
final class LiveMetrics implements RunListener {
    private static final Labels ALL = new Labels(Map.of());

    private final RunListener listener;
    private final Samples samples;
    private final Supplier<Optional<String>> trouble;
    /** All that is in the samples of each load that is on, by variant. */
    private final Map<String, LoadTotals> seen = new HashMap<>();

    private final Map<String, CourseSamples> courses = new HashMap<>();
    private Labels scenario = ALL;
    private boolean hasFailed;

    /** @param trouble to be noted next to the run, each once */
    LiveMetrics(RunListener listener, Samples samples, Supplier<Optional<String>> trouble) {
        this.listener = listener;
        this.samples = samples;
        this.trouble = trouble;
    }

    @Override
    public void preparing(String line) {
        listener.preparing(line);
    }

    @Override
    public void note(String line) {
        listener.note(line);
    }

    @Override
    public void calibrating() {
        listener.calibrating();
    }

    @Override
    public synchronized void runStarting(RunResult begun) {
        listener.runStarting(begun);
        keep(() -> {
            scenario = Labels.of(SeriesLabels.SCENARIO, begun.scenario().name());
            samples.set(
                    Family.RUN, scenario.with(SeriesLabels.RUN, begun.origin().runId()), 1);
        });
    }

    private void beginTrials(Labels labels) {
        for (var status : TrialResult.Status.values()) {
            for (var validity : TrialResult.ValidityLevel.values()) {
                samples.add(Family.TRIALS, StoredMetrics.ended(labels, status, validity), 0);
            }
        }
    }

    /** A gauge that no longer follows the run would be wrong, so all of them go; counters stay, and stand still. */
    private void keep(Runnable change) {
        if (hasFailed) {
            return;
        }
        try {
            change.run();
        } catch (RuntimeException e) {
            hasFailed = true;
            samples.forgetGauges(ALL);
            listener.note("--metrics, --otlp: the figures of this run end here, by an error in ralbench ("
                    + Printable.line(e.toString()) + "); the run goes on, and its result has everything");
        }
    }

    @Override
    public synchronized void trialStarting(Trial trial) {
        listener.trialStarting(trial);
        keep(() -> beginTrials(of(trial.variant().name())));
        seen.remove(trial.variant().name());
        courses.remove(trial.variant().name());
    }

    @Override
    public void blockRepeated(List<TrialResult> trials) {
        listener.blockRepeated(trials);
    }

    @Override
    public synchronized void progress(ProgressSnapshot snapshot, CourseSoFar course) {
        listener.progress(snapshot, course);
        keep(() -> sample(snapshot, course));
    }

    private void sample(ProgressSnapshot snapshot, CourseSoFar course) {
        trouble.get().ifPresent(listener::note);
        var variant = snapshot.at().variant();
        var labels = of(variant);
        var load = snapshot.load();
        samples.set(Family.USERS, labels, load.usersNow());
        samples.set(Family.USERS_PLANNED, labels, load.usersWanted());
        snapshot.generator()
                .ifPresent(health -> samples.set(
                        Family.GENERATOR_LIMITED, labels, health.doubt().isPresent() ? 1 : 0));
        var soFar = snapshot.lastSecond().soFar();
        if (load.usersWanted() > 0) { // a series whose first value is not 0 has no growth there
            begin(labels.with(SeriesLabels.PHASE, load.level()), soFar);
        }
        double seconds = grown(variant, load.level(), soFar);
        if (seconds <= 0) {
            return;
        }
        var looks = courses.computeIfAbsent(variant, first -> new CourseSamples(samples, labels));
        if (snapshot.at().turns()) {
            snapshot.target().ifPresent(target -> looks.at(target, seconds));
        } else {
            looks.read(course);
        }
    }

    private Labels of(String variant) {
        return scenario.with(SeriesLabels.VARIANT, variant);
    }

    @Override
    public synchronized boolean followsPhases() {
        return !hasFailed || listener.followsPhases();
    }

    @Override
    public synchronized void phaseEnded(Trial trial, String phase, LoadTotals soFar) {
        listener.phaseEnded(trial, phase, soFar);
        keep(() -> grown(trial.variant().name(), phase, soFar));
    }

    /**
     * Adds what has come since the last totals. A phase that ends within a second has later ones than those that progress
     * goes on with until the next second: these are in the samples.
     *
     * @return seconds of load since then; 0 of totals that are no later
     */
    private double grown(String variant, String phase, LoadTotals soFar) {
        var before = Optional.ofNullable(seen.get(variant));
        if (before.filter(earlier -> soFar.seconds() <= earlier.seconds()).isPresent()) {
            return 0;
        }
        seen.put(variant, soFar);
        var news = before.map(soFar::since).orElse(soFar);
        if (news.ended() > 0) {
            add(of(variant).with(SeriesLabels.PHASE, phase), news);
        }
        return news.seconds();
    }

    private void begin(Labels labels, LoadTotals soFar) {
        if (soFar.byName().isEmpty()) {
            begin(Family.REQUESTS, Family.REQUEST_DURATION, labels);
        }
        soFar.byName().forEach((name, totals) -> {
            switch (totals.kind()) {
                case REQUEST ->
                    begin(Family.REQUESTS, Family.REQUEST_DURATION, labels.with(SeriesLabels.REQUEST, name));
                case JOURNEY ->
                    begin(Family.JOURNEYS, Family.JOURNEY_DURATION, labels.with(SeriesLabels.JOURNEY, name));
            }
        });
    }

    private void begin(Family ended, Family durations, Labels labels) {
        for (var outcome : Outcome.values()) {
            if (outcome != Outcome.DROPPED_AT_STOP) { // no totals of a load have it
                samples.add(ended, labels.with(SeriesLabels.OUTCOME, Spelling.of(outcome)), 0);
            }
        }
        samples.add(durations, labels, ExponentialBuckets.NONE);
    }

    /** The names' requests are all requests: together with these they would be counted twice. */
    private void add(Labels labels, LoadTotals news) {
        if (news.byName().isEmpty()) {
            add(Family.REQUESTS, Family.REQUEST_DURATION, labels, news);
        }
        news.byName().forEach((name, totals) -> {
            if (totals.kind() == NamedRequests.Kind.REQUEST) {
                add(Family.REQUESTS, Family.REQUEST_DURATION, labels.with(SeriesLabels.REQUEST, name), totals);
            } else {
                add(Family.JOURNEYS, Family.JOURNEY_DURATION, labels.with(SeriesLabels.JOURNEY, name), totals);
            }
        });
    }

    private void add(Family ended, Family durations, Labels labels, LoadTotals news) {
        news.outcomes()
                .forEach((outcome, count) ->
                        samples.add(ended, labels.with(SeriesLabels.OUTCOME, Spelling.of(outcome)), count));
        samples.add(durations, labels, news.exponentialBuckets());
    }

    @Override
    public synchronized void levelJudged(Trial trial, String level, Slo.Judgement judgement) {
        listener.levelJudged(trial, level, judgement);
        keep(() -> samples.add(
                Family.LEVELS_JUDGED,
                of(trial.variant().name())
                        .with(SeriesLabels.PHASE, level)
                        .with(SeriesLabels.JUDGEMENT, Spelling.of(judgement)),
                1));
    }

    @Override
    public void resultNotWritten(Failure why) {
        listener.resultNotWritten(why);
    }

    @Override
    public synchronized void trialEnded(TrialResult result) {
        listener.trialEnded(result);
        keep(() -> {
            samples.forgetGauges(of(result.id().variant()));
            samples.add(Family.TRIALS, StoredMetrics.ended(of(result.id().variant()), result), 1);
        });
    }
}
