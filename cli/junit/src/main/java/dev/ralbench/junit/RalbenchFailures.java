package dev.ralbench.junit;

import dev.ralbench.Failure;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.result.TrialFailure;
import java.util.function.Supplier;

/** Failures of ralbench as failures of tests: with all three parts of the message, of which exceptions show the first. */
final class RalbenchFailures {
    private RalbenchFailures() {}

    static AssertionError error(Failure failure) {
        return new AssertionError(TrialFailure.of(failure).text(), failure);
    }

    static AssertionError error(RalbenchRun run, Failure failure) {
        return new AssertionError(TrialFailure.of(failure).text() + run.details(), failure);
    }

    static <T> T asserting(RalbenchRun run, Supplier<T> work) {
        try {
            return work.get();
        } catch (Failure failure) {
            throw error(run, failure);
        }
    }

    static Metric metric(String key) {
        return Metrics.find(key)
                .orElseThrow(() -> error(Failure.usage(
                        "there is no metric " + key,
                        Metrics.hint(key),
                        "correct it; docs/reference/metrics.md lists all of them")));
    }
}
