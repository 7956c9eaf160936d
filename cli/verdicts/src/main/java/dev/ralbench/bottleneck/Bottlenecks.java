package dev.ralbench.bottleneck;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
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
    /** How much fewer requests each user may get than fewer users did, and the service still grows with them. */
    private static final double PROPORTIONAL = 0.1;
    /** Closer levels do not show it. */
    private static final double MORE_USERS = 1.5;

    private final CpuSaturation cpus;
    private final BusyWorkers workers;
    private final BusyConnections connections;
    private final List<LevelEvidence> levels;

    private Bottlenecks(TrialResult trial, List<LevelEvidence> levels, Optional<PredictionResult> prediction) {
        this.levels = levels;
        cpus = new CpuSaturation(trial);
        workers = new BusyWorkers(levels, prediction);
        connections = new BusyConnections(levels);
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
        Levels.merged(measurement).forEach((level, window) -> evidence.put(level, new LevelEvidence(window)));
        var steady = evidence.values().stream().filter(LevelEvidence::isSteady).toList();
        var finder = new Bottlenecks(trial, steady, prediction);
        var found = new LinkedHashMap<Level, Optional<Bottleneck>>();
        evidence.forEach(
                (level, seen) -> found.put(level, seen.isSteady() ? finder.at(seen) : Optional.<Bottleneck>empty()));
        return found;
    }

    /** Most of the trials show it, and none another one. */
    private static Optional<Bottleneck> agreed(List<Optional<Bottleneck>> trials) {
        var shown = new ArrayList<>(trials.stream().flatMap(Optional::stream).toList());
        boolean agree = !shown.isEmpty() && shown.stream().allMatch(shown.getFirst()::isSameAs);
        return agree && 2 * shown.size() > trials.size() ? Optional.of(shown.get(shown.size() / 2)) : Optional.empty();
    }

    private Optional<Bottleneck> at(LevelEvidence level) {
        if (level.isMostlyFailed()) {
            return Optional.empty();
        }
        if (level.isRate() && level.keepsUp()) {
            return Optional.of(new Bottleneck.None());
        }
        return cpus.at(level)
                .or(() -> FullPools.at(level))
                .or(() -> FullPools.haveThreadsLeft(level) ? Optional.empty() : workers.at(level))
                .or(() -> connections.at(level))
                .or(() -> grows(level) ? Optional.of(new Bottleneck.None()) : Optional.empty());
    }

    /** Whether each user is served as often as users are at a level with fewer of them, or with more. */
    private boolean grows(LevelEvidence level) {
        return !level.isRate()
                && level.isServed()
                && levels.stream()
                        .filter(other -> !other.isRate() && other.isServed())
                        .anyMatch(other -> other.users() <= level.users()
                                ? isProportional(other, level)
                                : isProportional(level, other));
    }

    private static boolean isProportional(LevelEvidence fewer, LevelEvidence more) {
        return more.users() >= MORE_USERS * fewer.users()
                && more.perSecond() / more.users() >= (1 - PROPORTIONAL) * fewer.perSecond() / fewer.users();
    }
}
