package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reasons why a result cannot be compared with any other. */
public final class Flaws {
    private Flaws() {}

    /**
     * A reason.
     *
     * @param what in few words, for a report that names the result before it
     * @param failure the same with the result's name
     */
    public record Flaw(String what, Failure failure) {
        private static Optional<Flaw> of(Failure failure) {
            return Optional.of(new Flaw(failure.what(), failure));
        }
    }

    /** The first of all: a search, a run that has not ended, one that was not measured, one without trials that can be used. */
    public static Optional<Flaw> of(ResultSource source) {
        return search(source)
                .or(() -> underWay(source))
                .or(() -> trials(source))
                .or(() -> work(source))
                .or(() -> Arms.nothingIn(source).flatMap(Flaw::of));
    }

    /** The flaws that rule out any comparison, even a forced one. */
    public static Optional<Flaw> structural(ResultSource source) {
        return search(source).or(() -> trials(source));
    }

    /** Cells of loads that ended at different levels would set 500 users next to 4096. */
    private static Optional<Flaw> search(ResultSource source) {
        if (source.run().layout().design().capacity().isEmpty()) {
            return Optional.empty();
        }
        var what = "is a search for capacity";
        var failure = Failure.incomparable(
                source.name() + " " + what,
                "its loads ended at different numbers of users: each load stopped at the limit of its own target",
                "Compare it with other searches alone, without a gate; or measure at the same levels:"
                        + " ralbench run " + ScenarioAsTyped.of(source.run())
                        + " --steps 64,128 --hold 20s --trials 12.");
        return Optional.of(new Flaw(what, failure));
    }

    private static Optional<Flaw> underWay(ResultSource source) {
        if (source.run().status() != RunResult.Status.RUNNING) {
            return Optional.empty();
        }
        var what = "is under way, or was killed";
        var failure = Failure.usage(
                source.name() + " " + what,
                "run.status: running, with " + source.run().trials().size() + " trials so far",
                "Let the run come to its end, or name another one; --force-incomparable shows what there is.");
        return Optional.of(new Flaw(what, failure));
    }

    /** Why a gate did not have its run measured. */
    private static Optional<Flaw> work(ResultSource source) {
        if (source.run().trials().stream().noneMatch(TrialResult::wasRefusedForItsWork)) {
            return Optional.empty();
        }
        var work = WorkComparability.of(List.of(source), AllowedDifferences.ofGate(Set.of(), Set.of()));
        return work.found().isEmpty()
                ? Optional.empty()
                : Flaw.of(new Refusal(List.of(source), work.differences(), work.found()).failure(true));
    }

    private static Optional<Flaw> trials(ResultSource source) {
        if (source.run().trials().isEmpty()) {
            var what = "has no trials";
            var failure = Failure.incomparable(
                    source.name() + " " + what,
                    "its status is " + source.run().status().name().toLowerCase(Locale.ROOT),
                    "Let the run come to its end, or name another one.");
            return Optional.of(new Flaw(what, failure));
        }
        var seen = new HashSet<List<Object>>();
        return source.run().trials().stream()
                .filter(trial -> !seen.add(List.of(
                        trial.id().variant(), trial.id().block(), trial.id().attempt())))
                .findFirst()
                .map(trial -> "holds a trial twice: " + trial.id().variant() + ", block "
                        + trial.id().block() + ", attempt " + trial.id().attempt())
                .map(what -> new Flaw(
                        what,
                        Failure.incomparable(
                                source.name() + " " + what,
                                "files written by ralbench do not",
                                "Take the original file.")));
    }
}
