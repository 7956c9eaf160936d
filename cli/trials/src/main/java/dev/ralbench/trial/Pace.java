package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.scenario.Prediction;
import dev.ralbench.scenario.Scenario;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How quickly the targets of a scenario start, get warm and answer, for estimates of time.
 *
 * @param measured in an earlier gated run; empty if there was none on this machine
 * @param predictions closed forms of those variants that have one
 * @param thinkSeconds of a user between two requests
 */
public record Pace(Optional<BlockOverhead> measured, List<Prediction> predictions, double thinkSeconds) {
    public Pace {
        predictions = List.copyOf(predictions);
    }

    /** The pace of a service of which nothing is known. */
    public static Pace unknown() {
        return new Pace(Optional.empty(), List.of(), 0);
    }

    /** The pace of all variants, by the scenario and its earlier runs. */
    public static Pace of(Scenario scenario, NoiseBank bank) {
        return of(scenario, bank, scenario.variants().size(), false);
    }

    /**
     * The same about another number of variants.
     *
     * @param variants in a block
     * @param startUpCache whether services of the user's own are to start from caches
     */
    public static Pace of(Scenario scenario, NoiseBank bank, int variants, boolean startUpCache) {
        return new Pace(
                BlockOverhead.newest(bank.read(scenario.name()), variants, startUpCache),
                scenario.variants().stream()
                        .flatMap(variant -> Stream.ofNullable(
                                scenario.expected().predictions().get(variant.name())))
                        .toList(),
                Clock.seconds(scenario.load().think()));
    }

    /** This pace if all variants were like the one that answers most quickly. */
    public Pace quickest() {
        var quickest = predictions.stream()
                .min(Comparator.comparingDouble(prediction -> responseSeconds(prediction, Integer.MAX_VALUE)));
        return new Pace(measured, quickest.stream().toList(), thinkSeconds);
    }

    private static double responseSeconds(Prediction prediction, int users) {
        double queue = users / (double) prediction.workers().orElse(users);
        return Clock.seconds(prediction.alone()) * Math.max(1, queue);
    }

    /**
     * Mean response times in seconds, of each variant that has a prediction.
     *
     * @param users how many share the workers
     * @param leadInSeconds base of a guess without a prediction: a lead-in is meant to be three of them long
     */
    List<Double> responseSeconds(int users, double leadInSeconds) {
        return predictions.isEmpty()
                ? List.of(leadInSeconds / TrialLoad.LEAD_IN_RESPONSES)
                : predictions.stream()
                        .map(prediction -> responseSeconds(prediction, users))
                        .toList();
    }

    /** The basis of an estimate, in words that follow a comma. */
    public String basis() {
        return measured.isPresent()
                ? "as the last gated run of the scenario here"
                : "if targets start and warm up like a small Spring service on 2 CPUs (the first gated run of the scenario"
                        + " here replaces this guess)";
    }
}
