package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A result with the name that messages call it by. The figures of its trials are worked out once, however many tables ask
 * for them.
 */
public final class ResultSource {
    private final String name;
    private final RunResult run;
    private final IdentityHashMap<TrialResult, TrialFigures> figures = new IdentityHashMap<>();

    /** @param name of its file, without directory and ending */
    public ResultSource(String name, RunResult run) {
        this.name = name;
        this.run = run;
    }

    /** The same run with other trials, such as one block more: figures that are known are not worked out again. */
    public ResultSource grown(RunResult later) {
        var source = new ResultSource(name, later);
        later.trials().forEach(trial -> {
            var known = figures.get(trial);
            if (known != null) {
                source.figures.put(trial, known);
            }
        });
        return source;
    }

    public String name() {
        return name;
    }

    public RunResult run() {
        return run;
    }

    /** The name of the scenario, such as {@code delay-200}. */
    public String scenario() {
        return run.scenario().name();
    }

    /** The levels that its trials have. */
    public List<Level> levels() {
        return run.trials().stream()
                .filter(trial -> trial.measurement().isPresent())
                .flatMap(trial -> figures(trial).levels().stream())
                .distinct()
                .toList();
    }

    /** The names of requests and journeys that any of the results has, in their order; none of loads of one request. */
    public static List<String> names(List<ResultSource> sources) {
        return sources.stream()
                .flatMap(source -> source.run().trials().stream()
                        .filter(trial -> trial.measurement().isPresent())
                        .flatMap(trial -> source.figures(trial).names().stream()))
                .distinct()
                .toList();
    }

    /** @param trial one of the run's that was measured */
    TrialFigures figures(TrialResult trial) {
        return figures.computeIfAbsent(
                trial, of -> TrialFigures.of(of, run.origin().runId()));
    }
}
