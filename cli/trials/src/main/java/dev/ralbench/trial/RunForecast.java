package dev.ralbench.trial;

import dev.ralbench.load.UserTimeline;
import dev.ralbench.trial.watch.Tick;
import java.util.OptionalDouble;

/**
 * How long the current load and the whole run take: by their plan, or by their course so far if the plan leaves it
 * open.
 */
final class RunForecast {
    private final UserTimeline timeline;
    private final Schedule schedule;
    private final TimeEstimate estimate;
    private RequestsLeft requests;
    private double firstTrialStart;
    private double trialStart;
    /** Both count those that are measured again. */
    private int trialsBegun;

    private int blocksBegun;

    RunForecast(UserTimeline timeline, Schedule schedule, TimeEstimate estimate) {
        this.timeline = timeline;
        this.schedule = schedule;
        this.estimate = estimate;
        this.requests = new RequestsLeft(timeline);
    }

    /** @param runSeconds since the run began */
    void trialStarts(Trial trial, double runSeconds) {
        requests = new RequestsLeft(timeline);
        trialStart = runSeconds;
        if (trialsBegun == 0) {
            firstTrialStart = runSeconds; // the first block may be measured again, and began before that
        }
        trialsBegun++;
        if (trial.slot() == 1) {
            blocksBegun++;
        }
    }

    /** The length of the load and, with it, of the run; both empty if the first is not known yet. */
    record Lengths(OptionalDouble loadSeconds, OptionalDouble runSeconds) {}

    /**
     * @param loadSeconds since the load began
     * @param runSeconds since the run began
     */
    Lengths at(Trial trial, Tick tick, double loadSeconds, double runSeconds) {
        var planned = estimate.loadSeconds();
        if (timeline.takesTurns()) {
            return new Lengths(planned, runSecondsInTurns(trial, runSeconds));
        }
        var left = planned.isPresent()
                ? OptionalDouble.of(Math.max(0, planned.getAsDouble() - loadSeconds))
                : requests.seconds(tick);
        if (left.isEmpty()) {
            return new Lengths(OptionalDouble.empty(), OptionalDouble.empty());
        }
        double untilTrialEnds = runSeconds + left.getAsDouble();
        int number = schedule.number(trial);
        double ofOneTrial =
                trialsBegun == 1 ? untilTrialEnds - trialStart : (trialStart - firstTrialStart) / (trialsBegun - 1);
        return new Lengths(
                OptionalDouble.of(loadSeconds + left.getAsDouble()),
                OptionalDouble.of(untilTrialEnds + Math.max(0, schedule.trials().size() - number) * ofOneTrial));
    }

    /**
     * All trials of a block in turns start at once. After the first block, the blocks so far say how long one takes. A block
     * that takes longer than foretold delays all after it.
     *
     * @param runSeconds since the run began
     */
    OptionalDouble runSecondsInTurns(Trial trial, double runSeconds) {
        var ofOneBlock = blocksBegun > 1
                ? OptionalDouble.of((trialStart - firstTrialStart) / (blocksBegun - 1))
                : estimate.blockSeconds();
        if (ofOneBlock.isEmpty()) {
            return ofOneBlock;
        }
        int later = Math.max(0, schedule.blocks().size() - trial.block());
        double endOfBlock = trialStart + ofOneBlock.getAsDouble();
        boolean isLast = later == 0; // that it is late shows then, and is told
        return OptionalDouble.of(
                (isLast ? endOfBlock : Math.max(endOfBlock, runSeconds)) + later * ofOneBlock.getAsDouble());
    }
}
