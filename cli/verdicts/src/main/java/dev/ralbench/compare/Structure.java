package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;

/** Flaws that rule out any comparison: no trials, the same ones twice, or too few of some. */
final class Structure {
    private Structure() {}

    /** @throws Failure if going on makes no sense, even when forced */
    static void check(List<ResultSource> sources) {
        var runs = new HashMap<String, String>();
        for (var source : sources) {
            var before = runs.put(source.run().origin().runId(), source.name());
            if (before != null) {
                throw Failure.incomparable(
                        "the same run is given twice: " + before + " and " + source.name(),
                        "both are run " + source.run().origin().runId() + "; its trials would count twice",
                        "Name each run once.");
            }
            Flaws.structural(source).ifPresent(flaw -> {
                throw flaw.failure();
            });
        }
    }

    /** The obstacles: unfinished runs, and blocks that lack a variant. */
    static List<Difference> unfinished(List<ResultSource> sources) {
        var differences = new ArrayList<Difference>();
        for (var source : sources) {
            var found = new ArrayList<Difference>();
            if (source.run().status() == RunResult.Status.RUNNING) {
                found.add(new Difference("run.status", "running: under way, or killed", "must have come to its end"));
            } else if (source.run().status() == RunResult.Status.COMPLETE) {
                found.addAll(unequal(source));
            }
            found.forEach(each -> differences.add(sources.size() > 1 ? each.of(source.name()) : each));
        }
        return differences;
    }

    /** A run that says it is complete has every variant in every block. */
    private static List<Difference> unequal(ResultSource source) {
        var variants = Variants.of(source.run());
        var differences = new ArrayList<Difference>();
        Blocks.lastAttempts(source.run()).forEach((block, trials) -> {
            var missing = new LinkedHashSet<>(variants);
            trials.forEach(trial -> missing.remove(trial.id().variant()));
            if (!missing.isEmpty()) {
                differences.add(new Difference(
                        "block " + block, "has no trial of " + String.join(", ", missing), "a complete run has all"));
            }
        });
        return differences;
    }
}
