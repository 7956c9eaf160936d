package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.monitoring.Samples.Amount;
import dev.ralbench.monitoring.Samples.Times;
import dev.ralbench.trial.RunListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The events of a run become time series. */
class LiveMetricsTest {
    private static final String EIGHT = "8 users";

    private final Samples samples = new Samples();
    private final ArrayDeque<String> troubles = new ArrayDeque<>();
    private final List<String> notes = new ArrayList<>();
    private final LiveMetrics metrics = new LiveMetrics(
            new RunListener() {
                @Override
                public void note(String line) {
                    notes.add(line);
                }
            },
            samples,
            () -> Optional.ofNullable(troubles.poll()));
    private final ScriptedLoad load = new ScriptedLoad(metrics);

    private static Labels labels(String variant) {
        return new Labels(Map.of("scenario", ScriptedLoad.WHOLE.scenario().name(), "variant", variant));
    }

    private Optional<Double> amount(Family family, Labels labels) {
        return Optional.ofNullable(samples.now().get(family))
                .flatMap(series -> Optional.ofNullable(series.get(labels)))
                .map(value -> ((Amount) value).value());
    }

    private Optional<Double> requests(String variant, String phase, String outcome) {
        return amount(Family.REQUESTS, labels(variant).with("phase", phase).with("outcome", outcome));
    }

    private Times times(String variant, String phase) {
        return (Times)
                samples.now().get(Family.REQUEST_DURATION).get(labels(variant).with("phase", phase));
    }

    @Test
    void requestsCountInThePhaseInWhichTheyEnd() {
        load.begins();
        load.trialStarts("base");
        load.goesOn("base", "warm-up", 1, 100, 0);
        load.grows(0.3, 30, 1);
        load.phaseEnds("base", "warm-up");
        load.goesOn("base", EIGHT, 0.7, 50, 2);
        load.grows(0.2, 7, 0);
        load.phaseEnds("base", EIGHT);

        assertThat(requests("base", "warm-up", "ok")).contains(130.0);
        assertThat(requests("base", "warm-up", "timeout")).contains(1.0);
        assertThat(requests("base", EIGHT, "ok")).contains(57.0);
        assertThat(requests("base", EIGHT, "timeout")).contains(2.0);
        assertThat(times("base", EIGHT).buckets().count()).isEqualTo(57);
        assertThat(times("base", EIGHT).buckets().sumSeconds()).isCloseTo(57 * 0.02, within(0.002));
    }

    /** The next second has yet to be sampled: progress still has the totals of the one before the phase ended. */
    @Test
    void aPhaseMayEndWithinASecond() {
        load.begins();
        load.trialStarts("base");
        load.goesOn("base", "2 users", 2, 100, 0);
        load.phaseEndsLater("base", "2 users", 0.5, 30);
        load.tick("base", "4 users");
        load.goesOn("base", "4 users", 1, 70, 1);

        assertThat(requests("base", "2 users", "ok")).contains(130.0);
        assertThat(requests("base", "4 users", "ok")).contains(40.0);
        assertThat(requests("base", "4 users", "timeout")).contains(1.0);
        assertThat(notes).isEmpty();
    }

    @Test
    void anErrorEndsTheFiguresAndNotTheRun() {
        load.begins();
        load.trialStarts("base");
        load.goesOn("base", EIGHT, 1, 40, 0);
        load.breaks();
        load.goesOn("base", EIGHT, 1, 40, 0);
        load.goesOn("base", EIGHT, 1, 40, 0);
        load.phaseEnds("base", EIGHT);
        load.trialEnds(0);

        assertThat(notes).singleElement().asString().contains("the figures of this run end here", "course is broken");
        assertThat(amount(Family.USERS, labels("base")))
                .as("a gauge that no longer follows the run")
                .isEmpty();
        assertThat(metrics.followsPhases()).isFalse();
    }

    /** Prometheus knows no growth of a series before its first value. */
    @Test
    void aPhaseBeginsWithZero() {
        load.begins();
        load.trialStarts("base");
        load.tick("base", EIGHT);

        for (var outcome : List.of("ok", "timeout", "unexpected-status", "connect-failed", "reset", "still-open")) {
            assertThat(requests("base", EIGHT, outcome)).as(outcome).contains(0.0);
        }
        assertThat(times("base", EIGHT).buckets().count()).isZero();
    }

    @Test
    void trialsBeginWithZero() {
        load.begins();
        load.trialStarts("base");

        for (var validity : List.of("valid", "suspect", "invalid")) {
            assertThat(amount(
                            Family.TRIALS,
                            labels("base").with("status", "complete").with("validity", validity)))
                    .as(validity)
                    .contains(0.0);
        }
        assertThat(amount(Family.TRIALS, labels("base").with("status", "failed").with("validity", "invalid")))
                .contains(0.0);
    }

    @Test
    void aSecondTrialOfAVariantGoesOnWithTheCounters() {
        load.begins();
        for (int block = 0; block < 2; block++) {
            load.trialStarts("base");
            load.sees("cpuCores", 0.5, 0.25);
            load.goesOn("base", EIGHT, 1, 40, 0);
            load.phaseEnds("base", EIGHT);
            load.trialEnds(0);
        }

        assertThat(requests("base", EIGHT, "ok")).contains(80.0);
        assertThat(amount(Family.TARGET_CPU, labels("base"))).contains(1.5);
        assertThat(amount(
                        Family.TRIALS, labels("base").with("status", "complete").with("validity", "valid")))
                .contains(2.0);
    }

    @Test
    void ratesOfTheCourseBecomeCountersThatNeverFall() {
        load.begins();
        load.trialStarts("base");
        load.sees("served.mysql", 100);
        load.goesOn("base", EIGHT, 1, 40, 0);
        var mysql = labels("base").with("dependency", "mysql");
        assertThat(amount(Family.DEPENDENCY_OPERATIONS, mysql)).contains(100.0);

        load.sees("served.mysql", 80); // a second sample of the same step: its mean falls
        load.goesOn("base", EIGHT, 1, 40, 0);
        assertThat(amount(Family.DEPENDENCY_OPERATIONS, mysql)).contains(100.0);

        load.sees("served.mysql", 80, 120, 60);
        load.goesOn("base", EIGHT, 1, 40, 0);
        assertThat(amount(Family.DEPENDENCY_OPERATIONS, mysql)).contains(260.0);

        load.folds();
        load.sees("served.mysql", 100, 70); // two steps in one: 200 + 140
        load.goesOn("base", EIGHT, 1, 40, 0);
        assertThat(amount(Family.DEPENDENCY_OPERATIONS, mysql)).contains(340.0);
    }

    @Test
    void theCourseOfTheTargetBecomesGaugesUntilItsTrialEnds() {
        load.begins();
        load.trialStarts("base");
        load.sees("threads", 30, 34);
        load.sees("pool.jdbc.main.inUse", 3, 4);
        load.sees("collectionMillisPerSecond", 5, 15);
        load.goesOn("base", EIGHT, 1, 40, 0);

        assertThat(amount(Family.TARGET_THREADS, labels("base"))).contains(34.0);
        assertThat(amount(Family.POOL_IN_USE, labels("base").with("pool", "jdbc.main")))
                .contains(4.0);
        assertThat(amount(Family.TARGET_COLLECTION, labels("base"))).contains(0.02);
        assertThat(amount(Family.USERS, labels("base"))).contains(7.0);

        load.trialEnds(0);

        assertThat(amount(Family.TARGET_THREADS, labels("base"))).isEmpty();
        assertThat(amount(Family.USERS, labels("base"))).isEmpty();
        assertThat(amount(Family.TARGET_COLLECTION, labels("base")))
                .as("a counter stays")
                .contains(0.02);
    }

    @Test
    void loadsInTurnsHaveTheTargetAtAGlance() {
        var turns = new ScriptedLoad(metrics, true);
        turns.begins();
        turns.trialStarts("head");
        turns.goesOn("head", EIGHT, 1, 40, 0);
        turns.goesOn("head", EIGHT, 1, 40, 0);

        assertThat(amount(Family.TARGET_CPU, labels("head"))).contains(1.0);
        assertThat(amount(Family.TARGET_HEAP, labels("head"))).contains(2048.0);
    }

    @Test
    void troubleIsNotedNextToTheRunOnce() {
        load.begins();
        load.trialStarts("base");
        troubles.add("did not arrive");
        load.goesOn("base", EIGHT, 1, 40, 0);
        load.goesOn("base", EIGHT, 1, 40, 0);

        assertThat(notes).containsExactly("did not arrive");
    }
}
