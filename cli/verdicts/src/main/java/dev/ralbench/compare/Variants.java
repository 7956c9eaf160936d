package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The variants of a run in the scenario's order. */
public final class Variants {
    private Variants() {}

    /** The variants of a run, planned or measured. */
    public static List<String> of(RunResult run) {
        var known = new LinkedHashSet<String>();
        run.layout().order().forEach(known::addAll);
        run.trials().forEach(trial -> known.add(trial.id().variant()));
        var ordered = new LinkedHashSet<String>();
        if (run.scenario().document().get("variants") instanceof Map<?, ?> written) {
            written.keySet().stream()
                    .map(String::valueOf)
                    .filter(known::contains)
                    .forEach(ordered::add);
        }
        ordered.addAll(known);
        return List.copyOf(ordered);
    }
}
