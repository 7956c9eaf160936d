package dev.ralbench.report;

import dev.ralbench.result.TrialResult;
import java.util.stream.Stream;

/** Variants whose failures are intended: says why they fail, and where they did not. */
final class ExpectedFailures {
    private final RunView view;

    ExpectedFailures(RunView view) {
        this.view = view;
    }

    /** Why requests fail, for every variant of which some did. */
    Stream<String> reasons() {
        return SharedNotes.ofVariants(
                view,
                variant -> view.expectedFailures(variant).stream()
                        .filter(why -> trials(variant).anyMatch(trial -> failed(trial) > 0))
                        .map(why -> "failed requests are expected of this variant: " + RunNotes.oneLine(why)));
    }

    /** Trials that ran without showing the expected failures. */
    Stream<TrialResult> missing() {
        return view.variants().stream()
                .filter(variant -> view.expectedFailures(variant).isPresent())
                .flatMap(this::trials)
                .filter(trial -> trial.status() == TrialResult.Status.COMPLETE && failed(trial) == 0);
    }

    private Stream<TrialResult> trials(String variant) {
        return view.run().trials().stream()
                .filter(trial -> trial.id().variant().equals(variant)
                        && trial.measurement().isPresent());
    }

    private static long failed(TrialResult trial) {
        return trial.measurement()
                .map(found -> found.wholeRun())
                .map(window -> window.requests().failed())
                .orElse(0L);
    }
}
