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
    private final SaturatedThread thread;
    private final BusyWorkers workers;
    private final BusyConnections connections;
    private final FullPools pools;

    private Bottlenecks(TrialResult trial, List<LevelEvidence> levels, Optional<PredictionResult> prediction) {
        cpus = new CpuSaturation(trial);
        thread = new SaturatedThread(levels);
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

    /** What most of the trials show, and the others too if they show anything. It is a cause only if it is one in each. */
    private static Optional<Bottleneck> agreed(List<Optional<Bottleneck>> trials) {
        var found = trials.stream()
                .flatMap(Optional::stream)
                .map(Bottlenecks::parts)
                .toList();
        var busy = found.stream()
                .flatMap(List::stream)
                .filter(Bottleneck.Busy.class::isInstance)
                .toList();
        var shown = found.stream()
                .map(parts -> parts.stream().map(part -> cause(part, busy)).toList())
                .toList();
        if (2 * shown.size() <= trials.size()) {
            return Optional.empty();
        }
        return shown.get(shown.size() / 2).stream()
                .filter(part -> shown.stream().allMatch(parts -> parts.stream().anyMatch(part::isSameAs)))
                .reduce(Bottleneck.Both::new);
    }

    private static List<Bottleneck> parts(Bottleneck bottleneck) {
        return bottleneck instanceof Bottleneck.Both both ? List.of(both.first(), both.second()) : List.of(bottleneck);
    }

    /** @param busy what trials show that is not a cause there */
    private static Bottleneck cause(Bottleneck shown, List<Bottleneck> busy) {
        return shown instanceof Bottleneck.Resource resource
                ? busy.stream()
                        .filter(new Bottleneck.Busy(resource)::isSameAs)
                        .findFirst()
                        .orElse(shown)
                : shown;
    }

    /** What is shown to keep the level from serving more. */
    private Optional<Bottleneck> limit(LevelEvidence level) {
        if (level.isMostlyFailed() || level.keepsUp()) {
            return Optional.empty();
        }
        return pools.connections(level)
                .map(pool -> withCpus(pool, level))
                .or(() -> cpus.at(level))
                .or(() -> thread.at(level))
                .or(() -> pools.areAllThreadsBusy(level) ? connections.at(level) : Optional.empty())
                .or(() -> pools.threads(level))
                .or(() -> workers.at(level))
                .or(() -> connections.at(level));
    }

    /** How long a connection is kept is not known, and it is kept for longer while CPUs are lacking. */
    private Bottleneck withCpus(Bottleneck.Pool pool, LevelEvidence level) {
        return cpus.at(level)
                .or(() -> thread.at(level))
                .map(found -> both(found, pool))
                .or(() -> cpus.machine(level).map(machine -> new Bottleneck.Both(pool, machine)))
                .orElse(pool);
    }

    /**
     * While CPUs, or a thread, have as much work from the service as they can do, all connections may be in use because of
     * that, and more of them would not help. It is not so if compilers, other programs or the generator take a part: they
     * may be gone the next time.
     */
    private static Bottleneck both(Bottleneck found, Bottleneck.Pool pool) {
        boolean isWorkOfTheService = found instanceof Bottleneck.OneThread
                || found instanceof Bottleneck.JavaScriptThread
                || (found instanceof Bottleneck.Cpu cpu && cpu.use().user() != Bottleneck.CpuUse.User.OTHER_PROGRAMS);
        return isWorkOfTheService
                ? new Bottleneck.Both(found, new Bottleneck.Busy(pool))
                : new Bottleneck.Both(pool, found);
    }

    /** That there is none, or what else is to be seen. A level that serves little does not show that another one has none. */
    private Optional<Bottleneck> unlimited(LevelEvidence level, List<LevelEvidence> unlimited) {
        if (level.isMostlyFailed()) {
            return Optional.empty();
        }
        return level.keepsUp() || (!cpus.areOfOthers(level) && grows(level, unlimited))
                ? Optional.of(new Bottleneck.None())
                : thread.busy(level)
                        .<Bottleneck.Resource>map(found -> found)
                        .or(() -> connections.busy(level))
                        .<Bottleneck>map(Bottleneck.Busy::new)
                        .or(() -> pools.busy(level));
    }

    /**
     * Whether each user is served as often as users are at a level with fewer of them, or with more. While other programs
     * keep the machine busy, that is chance.
     */
    private boolean grows(LevelEvidence level, List<LevelEvidence> unlimited) {
        return level.isServed()
                && unlimited.stream()
                        .filter(other -> other.isServed() && !cpus.areOfOthers(other))
                        .anyMatch(other -> level.isProportionalTo(other) || other.isProportionalTo(level));
    }
}
