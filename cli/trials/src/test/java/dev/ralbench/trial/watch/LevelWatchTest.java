package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.RecordedElsewhere;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Knee;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.trial.Climbing;
import dev.ralbench.validity.ValidityJudge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load of ever more users ends when the target misses its objective. */
class LevelWatchTest {
    private static final long MILLI = 1_000_000L;
    private LoadEnd end = new LoadEnd(LoadEnd.Reason.PLAN, "");
    private @Nullable Climbing climbed;

    private static Slo p99AtMost(String limit) {
        return Slo.of(List.of(MetricLimit.parse(RequestMetrics.P99, "<=" + limit)));
    }

    /** One after the other, a millisecond each: with n users every response takes n ms. */
    private static Script oneAtATime() {
        var free = new AtomicLong();
        return start -> ScriptedResponse.ok(free.updateAndGet(at -> Math.max(at, start) + MILLI));
    }

    private Measurement run(Slo slo, int loops, Script script) {
        climbed = Climbing.with(slo, loops, script);
        end = climbed.end();
        return climbed.measurement();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void afterTwoLevelsThatMissItComeFinerOnesFromTheLastOneKept(int loops) {
        var measurement = run(p99AtMost("100ms"), loops, oneAtATime());

        var levels = measurement.levels().toList();
        assertThat(levels)
                .extracting(WindowMeasurement::usersTo)
                .containsExactly(8, 10, 13, 16, 20, 25, 32, 40, 51, 64, 81, 102, 128, 81, 86, 91, 96);
        assertThat(Objects.requireNonNull(climbed).judged())
                .hasSize(levels.size())
                .startsWith("8 users MET", "10 users MET")
                .endsWith("86 users MET", "91 users MET", "96 users MET")
                .contains("102 users MISSED", "128 users MISSED");
        var knee = Knee.of(measurement, p99AtMost("100ms"));
        assertThat(knee.users()).isEqualTo(96);
        assertThat(knee.fewestMissed()).isEqualTo(102);
        assertThat(knee.estimate().orElseThrow()).isBetween(96.0, 102.0);
        assertThat(end.reason()).isEqualTo(LoadEnd.Reason.ENOUGH);
        assertThat(measurement.windows().getLast().kind()).as("cut short").isEqualTo(WindowKind.WARM_UP);
    }

    @Test
    void aSearchThatEndedEarlyIsJudgedByTheLevelsThatItRan() {
        var measurement = run(p99AtMost("100ms"), 2, oneAtATime());
        var timeline = Objects.requireNonNull(climbed)
                .performed()
                .first(measurement.windows().size());
        var ceiling = new Ceiling(64, 100_000, Optional.empty(), Optional.empty());
        assertThat(ValidityJudge.judge(measurement, timeline, Status.COMPLETE, ceiling, false, Optional.empty()))
                .isEqualTo(Validity.valid());
    }

    @Test
    void itGoesToTheEndWhereNothingIsMissed() {
        var levels = run(p99AtMost("1s"), 2, oneAtATime()).levels().toList();
        assertThat(levels.getLast().usersTo()).isEqualTo(512);
        assertThat(end.reason()).isEqualTo(LoadEnd.Reason.ENOUGH);
    }

    @Test
    void aSingleMissedLevelDoesNotEndTheSearch() {
        long thirdLevel = 13_500 * MILLI;
        var steady = oneAtATime();
        var levels = run(
                        p99AtMost("100ms"),
                        2,
                        start -> start < thirdLevel || start > thirdLevel + 1000 * MILLI
                                ? steady.response(start)
                                : ScriptedResponse.ok(start + 150 * MILLI))
                .levels()
                .toList();
        assertThat(levels).extracting(WindowMeasurement::usersTo).contains(128);
    }

    @Test
    void failuresAreABreachToo() {
        var count = new AtomicLong();
        var levels = run(
                        p99AtMost("1s"),
                        2,
                        start -> count.incrementAndGet() % 50 == 0
                                ? new ScriptedResponse(start + 10 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503")
                                : ScriptedResponse.ok(start + 10 * MILLI))
                .levels()
                .toList();
        assertThat(levels).hasSize(2);
    }

    @Test
    void aTargetThatAnswersNothingMissesEverything() {
        assertThat(run(p99AtMost("1s"), 2, start -> ScriptedResponse.never()).levels())
                .hasSize(2);
    }

    private static Journey request(String name, double weight) {
        return Journey.of(
                name,
                weight,
                new RequestTemplate(
                        "GET",
                        "/",
                        Map.of(),
                        Optional.empty(),
                        new RequestTemplate.Expectation(200, OptionalLong.empty())));
    }

    /** Of twenty requests one is an order: lists take 10 ms, and orders 2 ms for each user that is active. */
    private static Script shop(double orders) {
        return new Script() {
            private final Set<Integer> users = ConcurrentHashMap.newKeySet();

            @Override
            public ScriptedResponse response(long startNanos) {
                throw new IllegalStateException("asked with the requests");
            }

            @Override
            public ScriptedResponse response(long startNanos, UserRequests requests) {
                users.add(System.identityHashCode(requests));
                return ScriptedResponse.ok(
                        startNanos + (requests.step().name().equals("order") ? 2 * users.size() * MILLI : 10 * MILLI));
            }

            @Override
            public Workload workload() {
                return new Workload(
                        orders == 0
                                ? List.of(request("list", 1), request("search", 1))
                                : List.of(request("list", 100 - orders), request("order", orders)),
                        List.of(),
                        1);
            }
        };
    }

    private static Slo p50OfOrdersAtMost(String limit) {
        return Slo.of(List.of(MetricLimit.parse(RequestMetrics.P50.ofName("order"), "<=" + limit)));
    }

    @Test
    void theRequestsOfOneNameCanBeTheObjective() {
        var slo = p50OfOrdersAtMost("100ms");
        var measurement = run(slo, 2, shop(5));

        var knee = Knee.of(measurement, slo);
        assertThat(knee.users()).isEqualTo(40);
        assertThat(knee.fewestMissed()).isEqualTo(51);
        assertThat(end.reason()).isEqualTo(LoadEnd.Reason.ENOUGH);
        assertThat(Objects.requireNonNull(climbed).judged()).contains("40 users MET", "51 users MISSED");
        var ofAll = Slo.of(List.of(MetricLimit.parse(RequestMetrics.P50, "<=100ms")));
        assertThat(Knee.of(run(ofAll, 2, shop(5)), ofAll).missed()).isEmpty();
    }

    @Test
    void levelsWithoutARequestOfTheNameShowNothing() {
        var slo = p50OfOrdersAtMost("100ms");
        var measurement = run(slo, 2, shop(0));

        assertThat(Objects.requireNonNull(climbed).judged())
                .isNotEmpty()
                .allSatisfy(level -> assertThat(level).endsWith("UNCLEAR"));
        var knee = Knee.of(measurement, slo);
        assertThat(knee.missed()).isEmpty();
        assertThat(knee.kept()).isEmpty();
        assertThat(knee.unclear().orElseThrow().users()).isEqualTo(8);
    }

    @Test
    void failuresOfOneNameAreABreach() {
        var slo = Slo.of(List.of(
                MetricLimit.parse(RequestMetrics.ERRORS, "<=50%"),
                MetricLimit.parse(RequestMetrics.ERRORS.ofName("order"), "<=1%")));
        var shop = shop(5);
        var levels = run(slo, 2, new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        return shop.response(startNanos);
                    }

                    @Override
                    public ScriptedResponse response(long startNanos, UserRequests requests) {
                        return requests.step().name().equals("order")
                                ? new ScriptedResponse(startNanos + MILLI, Outcome.UNEXPECTED_STATUS, "status 503")
                                : shop.response(startNanos, requests);
                    }

                    @Override
                    public Workload workload() {
                        return shop.workload();
                    }
                })
                .levels()
                .toList();
        assertThat(levels).hasSize(2);
    }

    /** Another part of the load, which reports what it did when it is waited for. */
    private static final class Laggard implements LevelWatch.OtherParts, RecordedElsewhere {
        private final List<String> calls = new ArrayList<>();
        private final int failsToBeginningOf;
        private final int failsToEndOf;
        private long failures;

        Laggard(int failsToBeginningOf, int failsToEndOf) {
            this.failsToBeginningOf = failsToBeginningOf;
            this.failsToEndOf = failsToEndOf;
        }

        @Override
        public void awaitFiguresToBeginning(int window, Duration most) {
            assertThat(most).isEqualTo(Duration.ofMillis(500));
            failures += window == failsToBeginningOf ? 1_000_000 : 0;
        }

        @Override
        public void awaitFiguresToEnd(int window, Duration most) {
            assertThat(most).isEqualTo(Duration.ofMillis(500));
            failures += window == failsToEndOf ? 1_000_000 : 0;
        }

        @Override
        public void followWith(int window, List<Integer> users, Duration settle) {
            calls.add("from " + window + " " + users);
        }

        @Override
        public int usersNow() {
            return 0;
        }

        @Override
        public Map<Outcome, Long> failuresSoFar() {
            return Map.of(Outcome.TIMEOUT, failures);
        }

        @Override
        public void takeSuccessful(Consumer<LatencyDistribution> taken) {}

        @Override
        public Map<Outcome, Long> failuresSoFar(String name) {
            return Map.of();
        }

        @Override
        public void takeSuccessful(String name, Consumer<LatencyDistribution> taken) {}
    }

    private List<String> judgedWith(Laggard part) {
        var slo = Slo.of(List.of(MetricLimit.parse(RequestMetrics.ERRORS, "<=1%")));
        return Climbing.with(slo, 2, start -> ScriptedResponse.ok(start + 100 * MILLI), part, part)
                .judged();
    }

    /** Windows 1, 3, 5 are the levels of 8, 10 and 13 users. */
    @Test
    void aLevelHasWhatOtherPartsReportWhenItEnds() {
        var part = new Laggard(-1, 3);
        assertThat(judgedWith(part)).startsWith("8 users MET", "10 users MISSED", "13 users MET");
    }

    @Test
    void aLevelHasNothingThatOtherPartsDidBefore() {
        assertThat(judgedWith(new Laggard(3, -1))).startsWith("8 users MET", "10 users MET", "13 users MET");
    }

    @Test
    void otherPartsFollow() {
        var part = new Laggard(-1, -1);
        Climbing.with(p99AtMost("100ms"), 2, oneAtATime(), part, part);
        assertThat(part.calls).containsExactly("from 26 [81, 86, 91, 96]");
    }
}
