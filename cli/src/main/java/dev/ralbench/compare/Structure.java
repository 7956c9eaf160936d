package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/** What makes nothing of results as they are: no trials, the same ones twice, or too few of some. */
final class Structure {
    private Structure() {}

    /** @throws Failure where there is no sense in going on, forced or not */
    static void check(List<ResultSource> sources) {
        var runs = new HashMap<String, String>();
        for (var source : sources) {
            var before = runs.put(source.run().runId(), source.name());
            if (before != null) {
                throw Failure.incomparable(
                        "the same run is given twice: " + before + " and " + source.name(),
                        "both are run " + source.run().runId() + "; its trials would count twice",
                        "Name each run once.");
            }
            checkLoad(source);
            checkTrials(source);
        }
    }

    /** Cells of loads that ended at different levels would set 500 users beside 4096. */
    private static void checkLoad(ResultSource source) {
        if (source.run().design().capacity().isPresent()) {
            var name = source.run().scenario().getOrDefault("name", "SCENARIO");
            throw Failure.incomparable(
                    source.name() + " is a search for capacity",
                    "its loads ended at different numbers of users, each where its target had enough",
                    "Read what it found in the file, under trials[].capacity; to compare, measure at the same levels:"
                            + " ralbench run " + name + " --steps 64,128 --hold 20s --trials 12.");
        }
    }

    private static void checkTrials(ResultSource source) {
        if (source.run().trials().isEmpty()) {
            throw Failure.incomparable(
                    source.name() + " has no trials",
                    "its status is " + source.run().status().name().toLowerCase(Locale.ROOT),
                    "Let the run come to its end, or name another one.");
        }
        var seen = new HashSet<List<Object>>();
        for (var trial : source.run().trials()) {
            if (!seen.add(List.of(trial.variant(), trial.block(), trial.attempt()))) {
                throw Failure.incomparable(
                        source.name() + " holds a trial twice: " + trial.variant() + ", block " + trial.block()
                                + ", attempt " + trial.attempt(),
                        "files written by ralbench do not",
                        "Take the original file.");
            }
        }
    }

    /** What would have to be different: runs that are under way, and blocks that lack a variant. */
    static List<Difference> unfinished(List<ResultSource> sources) {
        var differences = new ArrayList<Difference>();
        for (var source : sources) {
            var prefix = sources.size() > 1 ? source.name() + ": " : "";
            if (source.run().status() == RunResult.Status.RUNNING) {
                differences.add(new Difference(
                        prefix + "run.status", "running: under way, or killed", "must have come to its end"));
            } else if (source.run().status() == RunResult.Status.COMPLETE) {
                unequal(source)
                        .forEach(each ->
                                differences.add(new Difference(prefix + each.field(), each.left(), each.right())));
            }
        }
        return differences;
    }

    /** A run that says it is complete has every variant in every block. */
    private static List<Difference> unequal(ResultSource source) {
        var variants = Variants.of(source.run());
        var differences = new ArrayList<Difference>();
        Blocks.lastAttempts(source.run()).forEach((block, trials) -> {
            var missing = new LinkedHashSet<>(variants);
            trials.forEach(trial -> missing.remove(trial.variant()));
            if (!missing.isEmpty()) {
                differences.add(new Difference(
                        "block " + block, "has no trial of " + String.join(", ", missing), "a complete run has all"));
            }
        });
        return differences;
    }
}
