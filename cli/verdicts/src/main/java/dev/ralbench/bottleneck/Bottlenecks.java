package dev.ralbench.bottleneck;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.TrialResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The bottleneck of one variant at each of its levels. A level of which the result does not tell enough has none: a rate
 * that stays flat while CPUs, threads and connections are free may have many causes. Pure.
 */
public final class Bottlenecks {
    private final CpuSaturation cpus;
    private final BusyWorkers workers;
    private final BusyConnections connections;
    private final FullPools pools;

    private Bottlenecks(TrialResult trial, List<LevelEvidence> levels, Optional<PredictionResult> prediction) {
        cpus = new CpuSaturation(trial);
        workers = new BusyWorkers(levels, prediction);
        connections = new BusyConnections(levels);
        pools = new FullPools(levels, workers);
    }

    /**
     * The bottlenecks of a variant, by level in the order of its plan. Trials that do not count have no say; the others
     * have to agree.
     *
     * @param trials of the variant
     * @param prediction the variant's, if its scenario predicts anything
     */
    public static SequencedMap<Level, Bottleneck> of(List<TrialResult> trials, Optional<PredictionResult> prediction) {
        var found = trials.stream()
                .filter(TrialResult::counts)
                .map(trial -> ofTrial(trial, trial.measurement().orElseThrow(), prediction))
                .toList();
        var levels = new LinkedHashSet<Level>();
        found.forEach(trial -> levels.addAll(trial.keySet()));
        var agreed = new LinkedHashMap<Level, Bottleneck>();
        for (var level : levels) {
            agreed(found.stream()
                            .filter(trial -> trial.containsKey(level))
                            .map(trial -> trial.get(level))
                            .toList())
                    .ifPresent(bottleneck -> agreed.put(level, bottleneck));
        }
        return Collections.unmodifiableSequencedMap(agreed);
    }

    private static Map<Level, Optional<Bottleneck>> ofTrial(
            TrialResult trial, Measurement measurement, Optional<PredictionResult> prediction) {
        var evidence = new LinkedHashMap<Level, LevelEvidence>();
        var found = new LinkedHashMap<Level, Optional<Bottleneck>>();
        Levels.merged(measurement).forEach((level, window) -> {
            evidence.put(level, new LevelEvidence(window));
            found.put(level, Optional.empty());
        });
        evidence.values().removeIf(seen -> !seen.isSteady());
        var finder = new Bottlenecks(trial, List.copyOf(evidence.values()), prediction);
        evidence.forEach((level, seen) -> found.put(level, finder.limit(seen)));
        evidence.keySet()
                .removeIf(level -> found.getOrDefault(level, Optional.empty()).isPresent());
        var unlimited = List.copyOf(evidence.values());
        evidence.forEach((level, seen) -> found.put(level, finder.unlimited(seen, unlimited)));
        return found;
    }

    /** Most of the trials show it, and none another one. It is the cause only if each of them shows that. */
    private static Optional<Bottleneck> agreed(List<Optional<Bottleneck>> trials) {
        var found = trials.stream().flatMap(Optional::stream).toList();
        boolean isCause = found.stream().noneMatch(Bottleneck.Busy.class::isInstance);
        var shown =
                isCause ? found : found.stream().map(Bottlenecks::withoutCause).toList();
        boolean agree = !shown.isEmpty() && shown.stream().allMatch(shown.getFirst()::isSameAs);
        return agree && 2 * shown.size() > trials.size() ? Optional.of(shown.get(shown.size() / 2)) : Optional.empty();
    }

    private static Bottleneck withoutCause(Bottleneck shown) {
        return shown instanceof Bottleneck.Resource resource ? new Bottleneck.Busy(resource) : shown;
    }

    /** What is shown to keep the level from serving more. */
    private Optional<Bottleneck> limit(LevelEvidence level) {
        if (level.isMostlyFailed() || level.keepsUp()) {
            return Optional.empty();
        }
        return cpus.at(level)
                .or(() -> pools.connections(level))
                .or(() -> pools.areAllThreadsBusy(level) ? connections.at(level) : Optional.empty())
                .or(() -> pools.threads(level))
                .or(() -> workers.at(level))
                .or(() -> connections.at(level));
    }

    /** That there is none, or what else is to be seen. A level that serves little does not show that another one has none. */
    private Optional<Bottleneck> unlimited(LevelEvidence level, List<LevelEvidence> unlimited) {
        if (level.isMostlyFailed()) {
            return Optional.empty();
        }
        return level.keepsUp() || grows(level, unlimited)
                ? Optional.of(new Bottleneck.None())
                : connections.busy(level).<Bottleneck>map(Bottleneck.Busy::new).or(() -> pools.busy(level));
    }

    /** Whether each user is served as often as users are at a level with fewer of them, or with more. */
    private static boolean grows(LevelEvidence level, List<LevelEvidence> unlimited) {
        return level.isServed()
                && unlimited.stream()
                        .filter(LevelEvidence::isServed)
                        .anyMatch(other -> level.isProportionalTo(other) || other.isProportionalTo(level));
    }
}
