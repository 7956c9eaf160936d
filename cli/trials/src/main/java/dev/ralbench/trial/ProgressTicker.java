package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.PoolLimits;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.result.Slo;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.trial.watch.Tick;
import dev.ralbench.validity.GeneratorDoubt;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** Turns a trial's reports into display data: where in the run it is, and how long it will take. */
final class ProgressTicker {
    private final String scenario;
    private final UserTimeline timeline;
    private final Schedule schedule;
    private final RunForecast forecast;
    private final Clock clock;
    private final RunListener listener;
    private final long runStartNanos;
    private final boolean mayEndSooner;
    private OptionalLong loadStartNanos = OptionalLong.empty();
    private final PoolLimits poolLimits = new PoolLimits();
    private Optional<String> toldOfLimits = Optional.empty();

    ProgressTicker(RunPlan plan, Clock clock, RunListener listener) {
        this.scenario = plan.scenario().name();
        this.timeline = plan.load().timeline();
        this.schedule = plan.schedule();
        this.forecast = RunForecast.of(
                schedule,
                schedule.estimate(plan.load(), plan.design(), plan.pace()),
                plan.design().capacity().isPresent());
        this.clock = clock;
        this.listener = listener;
        this.runStartNanos = clock.nanoTime();
        this.mayEndSooner =
                plan.design().capacity().isPresent() || plan.design().looks().size() > 1;
    }

    void trialStarts(Trial trial) {
        loadStartNanos = OptionalLong.empty();
        forecast.trialStarts(trial, runSeconds());
        listener.trialStarting(trial);
    }

    /** Targets are up, and their load is about to begin: limits of their pools that differ are told once. */
    void loadBegins(List<RunningTrial> trials) {
        trials.forEach(up -> up.probe()
                .ifPresent(probe -> poolLimits.add(up.trial().variant().name(), probe.pools())));
        var differences = poolLimits.differences();
        if (!differences.equals(toldOfLimits)) {
            differences.ifPresent(listener::note);
            toldOfLimits = differences;
        }
    }

    void note(String line) {
        listener.note(line);
    }

    void levelJudged(Trial trial, String level, Slo.Judgement judgement) {
        listener.levelJudged(trial, level, judgement);
    }

    /** Takes phases that end, with all that the load has done up to then; empty if nothing follows them. */
    Optional<BiConsumer<String, LoadTotals>> phaseEnds(Trial trial) {
        return Optional.of(listener)
                .filter(RunListener::followsPhases)
                .map(told -> (phase, soFar) -> told.phaseEnded(trial, phase, soFar));
    }

    void tick(Trial trial, Tick tick) {
        double loadSeconds = sinceLoadBegan(tick);
        double runSeconds = runSeconds();
        var lengths = forecast.at(trial, tick, loadSeconds, runSeconds);
        var now = new ProgressSnapshot(
                scenario,
                position(trial),
                load(tick),
                tick.lastSecond(),
                target(tick.target()),
                tick.generator().map(glance -> new ProgressSnapshot.GeneratorHealth(glance, GeneratorDoubt.of(glance))),
                new ProgressSnapshot.Length(loadSeconds, lengths.loadSeconds(), mayEndSooner),
                new ProgressSnapshot.Length(runSeconds, lengths.runSeconds(), mayEndSooner));
        listener.progress(now, tick.course());
    }

    private ProgressSnapshot.Position position(Trial trial) {
        return new ProgressSnapshot.Position(
                timeline.takesTurns(),
                trial.block(),
                Math.max(schedule.blocks().size(), trial.block()),
                trial.attempt(),
                trial.variant().name(),
                schedule.number(trial),
                Math.max(schedule.trials().size(), schedule.number(trial)));
    }

    private static ProgressSnapshot.Load load(Tick tick) {
        return new ProgressSnapshot.Load(
                tick.phase().map(Phase::description).orElse("starting"),
                tick.phase().filter(Phase.Open.class::isInstance).isPresent(),
                tick.users(),
                tick.phase()
                        .map(s -> (int) Math.round(UserTimeline.usersWithin(s, tick.windowSeconds())))
                        .orElse(0));
    }

    private static Optional<ProgressSnapshot.TargetGlance> target(ProbeGlance glance) {
        return Optional.of(glance)
                .filter(seen -> !seen.equals(ProbeGlance.NOTHING))
                .map(seen -> new ProgressSnapshot.TargetGlance(
                        seen.threads(), seen.residentBytes(), seen.heapBytes(), seen.cpuCores()));
    }

    private double runSeconds() {
        return (clock.nanoTime() - runStartNanos) / 1e9;
    }

    /** Seconds since the load began. Variants that take turns share a clock, which starts with the first load. */
    private double sinceLoadBegan(Tick tick) {
        if (!timeline.takesTurns()) {
            return tick.loadSeconds();
        }
        long now = clock.nanoTime();
        if (loadStartNanos.isEmpty()) {
            loadStartNanos = OptionalLong.of(now - (long) (tick.loadSeconds() * 1e9));
        }
        return (now - loadStartNanos.getAsLong()) / 1e9;
    }
}
