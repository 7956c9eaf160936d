package dev.ralbench.trial;

import dev.ralbench.Boxed;
import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.scenario.Prediction;
import java.util.Optional;

/** A prediction in a result: the scenario's words, and the values that follow from the load and the machine. */
final class PredictionRecord {
    private PredictionRecord() {}

    /** @param cpus that a target may use */
    static PredictionResult of(Prediction prediction, LoadPlan load, int cpus) {
        return new PredictionResult(
                Clock.millis(prediction.delay()),
                Boxed.of(prediction.workers()),
                prediction.cpu().map(cpu -> new CpuDemand(Clock.millis(cpu), cpus)),
                busySeconds(prediction, load),
                prediction.poll().map(Clock::millis),
                Boxed.of(prediction.calls()), // without them the closed form of a server without a queue would be told
                Optional.empty(),
                Optional.empty(),
                Boxed.of(prediction.serviceAt()));
    }

    private static Optional<Double> busySeconds(Prediction prediction, LoadPlan load) {
        if (prediction.serviceAt().isPresent()) {
            return Optional.empty(); // by one level's figures they would be wrong for the other levels
        }
        var timeline = load.timeline();
        var seconds = prediction.workers().isPresent()
                ? timeline.userSecondsUpTo(prediction.workers().getAsInt())
                : timeline.userSeconds();
        return Boxed.of(seconds);
    }
}
