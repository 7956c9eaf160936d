package dev.ralbench.trial;

import dev.ralbench.load.UserTimeline;
import dev.ralbench.trial.watch.Tick;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The forecast of whole loads, one after the other. */
final class WholeLoadForecast implements RunForecast {
    /** To look into a target and to end it. */
    private static final double SECONDS_TO_STOP = 1;

    private final UserTimeline timeline;
    private final Schedule schedule;
    private final TimeEstimate estimate;
    private final boolean isSearch;
    /** By the name of the variant: one with a counted load may take much longer than another. */
    private final Map<String, MeanSoFar> lengths = new HashMap<>();

    private final MeanSoFar anyLength = new MeanSoFar();
    private final MeanSoFar warmUps = new MeanSoFar();
    private final MeanSoFar stops = new MeanSoFar();
    private RequestsLeft requests;
    private Optional<Trial> current = Optional.empty();
    private double trialStart;
    private OptionalDouble loadEnd = OptionalDouble.empty();
    private boolean isWarm;

    WholeLoadForecast(Schedule schedule, TimeEstimate estimate, boolean isSearch) {
        this.timeline = estimate.timeline();
        this.schedule = schedule;
        this.estimate = estimate;
        this.isSearch = isSearch;
        this.requests = new RequestsLeft(timeline);
    }

    @Override
    public void trialStarts(Trial trial, double runSeconds) {
        current.ifPresent(before -> {
            double length = runSeconds - trialStart;
            lengths.computeIfAbsent(before.variant().name(), first -> new MeanSoFar())
                    .add(length);
            anyLength.add(length);
            loadEnd.ifPresent(end -> stops.add(Math.max(0, runSeconds - end)));
        });
        current = Optional.of(trial);
        requests = new RequestsLeft(timeline);
        trialStart = runSeconds;
        loadEnd = OptionalDouble.empty();
        isWarm = false;
    }

    @Override
    public Lengths at(Trial trial, Tick tick, double loadSeconds, double runSeconds) {
        var left = loadLeft(tick, loadSeconds);
        if (left.isEmpty()) {
            return new Lengths(left, beforeItsFirstResponse(trial, runSeconds));
        }
        double endOfLoad = runSeconds + left.getAsDouble();
        loadEnd = OptionalDouble.of(endOfLoad);
        double endOfTrial = endOfLoad + stops.orElse(SECONDS_TO_STOP);
        return new Lengths(
                OptionalDouble.of(loadSeconds + left.getAsDouble()),
                OptionalDouble.of(endOfTrial + later(trial, endOfTrial - trialStart)));
    }

    /** As long as the trials before, rather of its variant; empty for the first one. */
    private OptionalDouble beforeItsFirstResponse(Trial trial, double runSeconds) {
        if (lengths.isEmpty()) {
            return OptionalDouble.empty();
        }
        double known = lengthOf(trial.variant().name(), anyLength.orElse(0));
        double endOfTrial = Math.max(runSeconds, trialStart + known);
        return OptionalDouble.of(endOfTrial + later(trial, endOfTrial - trialStart));
    }

    private double lengthOf(String variant, double guess) {
        var known = lengths.get(variant);
        return known == null ? guess : known.orElse(guess);
    }

    /** @param projected length of the current trial */
    private double later(Trial trial, double projected) {
        return schedule.trials().stream()
                .filter(next -> schedule.number(next) > schedule.number(trial))
                .mapToDouble(next -> expected(next, trial, projected))
                .sum();
    }

    private OptionalDouble loadLeft(Tick tick, double loadSeconds) {
        var left = requests.seconds(tick);
        var planned = timeline.plannedSeconds();
        if (requests.isMeasured()) {
            if (!isWarm) {
                isWarm = true;
                warmUps.add(requests.warmUpSeconds());
            }
            return isSearch && planned.isPresent() // it replaces levels of its plan
                    ? OptionalDouble.of(Math.max(0, planned.getAsDouble() + requests.warmUpSeconds() - loadSeconds))
                    : left;
        }
        if (timeline.usersOfRounds().isEmpty()) {
            return left;
        }
        double warmUp = Math.max(0, warmUps.orElse(estimate.compilingSeconds()) - loadSeconds);
        return planned.isEmpty() ? planned : OptionalDouble.of(warmUp + planned.getAsDouble());
    }

    /**
     * The length of a later trial: that of the earlier ones of its variant. A search of another variant may take all of
     * its levels.
     *
     * @param projected length of the current one
     */
    private double expected(Trial later, Trial now, double projected) {
        if (isSearch) {
            return projected;
        }
        var variant = later.variant().name();
        return lengthOf(variant, variant.equals(now.variant().name()) ? projected : anyLength.orElse(projected));
    }
}
