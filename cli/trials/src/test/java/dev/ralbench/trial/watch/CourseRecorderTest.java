package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.service.ProbeSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CourseRecorderTest {
    private static final long SECOND = 1_000_000_000L;
    /** Clocks begin anywhere. */
    private static final long BEGIN = -17 * SECOND;

    private static final Map<Integer, Long> NO_ROWS = Map.of();

    private final CourseRecorder recorder = new CourseRecorder();

    private static long at(double seconds) {
        return BEGIN + Math.round(seconds * SECOND);
    }

    private static ProbeSample target(int threads, Map<String, Integer> groups, long resident, double cpuSeconds) {
        return new ProbeSample(
                new ProbeSample.Kernel(threads, Optional.of(groups), resident, cpuSeconds),
                new ProbeSample.Inside(
                        Optional.of(5_000_000L), Optional.empty(), Optional.of(10 * cpuSeconds), Optional.empty()),
                OptionalInt.of(threads / 10),
                Map.of());
    }

    private static CourseRecorder.Sample sample(ProbeSample target, long served) {
        return new CourseRecorder.Sample(
                Optional.of(target),
                Map.of("mysql", new ServedCounts(served, 3, 10)),
                new GeneratorMeter.Sample(target.kernel().cpuSeconds() / 2, Optional.of(0.123456)));
    }

    private static CourseRecorder.Sample sample(double cpuSeconds, long served) {
        return sample(target(20, Map.of("worker", 20), 1_000_000, cpuSeconds), served);
    }

    private static CourseRecorder.Sample nothing() {
        return new CourseRecorder.Sample(Optional.empty(), Map.of(), new GeneratorMeter.Sample(0, Optional.empty()));
    }

    private Course course() {
        return recorder.course().orElseThrow();
    }

    /** The values of a name, unknown ones as NaN. */
    private List<Double> values(String name) {
        return course().values().getOrDefault(name, List.of()).stream()
                .map(value -> value.orElse(Double.NaN))
                .toList();
    }

    @Test
    void levelsAreThoseOfTheSampleAndRatesAreSinceTheOneBefore() {
        recorder.begin(at(0), sample(4, 1000));
        recorder.sampled(at(1), sample(4.5, 1200), Map.of(20, 7L));
        recorder.sampled(at(2.2), sample(5.7, 1200), Map.of(-3, 1L, 21, 2L));

        assertThat(course().stepSeconds()).isEqualTo(1);
        assertThat(course().startSeconds()).isZero();
        assertThat(values("threads")).containsExactly(20.0, 20.0);
        assertThat(values("cpuCores")).containsExactly(0.5, 1.0);
        assertThat(values("generatorCores")).containsExactly(0.25, 0.5);
        assertThat(values("collectionMillisPerSecond")).containsExactly(5.0, 10.0);
        assertThat(values("served.mysql")).containsExactly(200.0, 0.0);
        assertThat(values("running.mysql")).containsExactly(3.0, 3.0);
        assertThat(values("connections.mysql")).containsExactly(10.0, 10.0);
        assertThat(values("acceptQueue")).containsExactly(2.0, 2.0);
        assertThat(course().responseTimes().counts())
                .containsExactly(new TreeMap<>(Map.of(20, 7L)), new TreeMap<>(Map.of(-3, 1L, 21, 2L)));
    }

    @Test
    void theStepsSinceOneAreThoseOfTheWholeCourseFromThereOn() {
        recorder.begin(at(0), sample(0, 0));
        for (int second = 1; second <= 5; second++) {
            recorder.sampled(
                    at(second),
                    sample(target(10 + second, Map.of("worker", second, "other", 1), 4096, second), 100),
                    Map.of(second, 1L));
        }
        var whole = course();
        var since = recorder.since(3).orElseThrow();

        assertThat(since.stepSeconds()).isEqualTo(1);
        assertThat(since.startSeconds()).isEqualTo(3);
        assertThat(since.values().keySet()).isEqualTo(whole.values().keySet()).contains("threads.others");
        since.values()
                .forEach((name, steps) -> assertThat(steps)
                        .as(name)
                        .isEqualTo(whole.values().getOrDefault(name, List.of()).subList(3, 5)));
        assertThat(since.responseTimes().counts())
                .isEqualTo(whole.responseTimes().counts().subList(3, 5));
        assertThat(recorder.since(5)).isEmpty();
    }

    @Test
    void bytesAreWholeKibAndOtherNumbersHaveFourDigits() {
        recorder.begin(at(0), sample(0, 0));
        recorder.sampled(at(1), sample(0.123456, 98_765), NO_ROWS);

        assertThat(values("residentBytes")).containsExactly(977 * 1024.0);
        assertThat(values("heapUsedBytes")).containsExactly(4883 * 1024.0);
        assertThat(values("cpuCores")).containsExactly(0.1235);
        assertThat(values("machineBusyShare")).containsExactly(0.1235);
        assertThat(values("served.mysql")).as("whole numbers stay").containsExactly(98_765.0);
    }

    @Test
    void whatIsNotKnownIsNoNumber() {
        recorder.begin(at(0), sample(1, 10));
        recorder.sampled(at(1), sample(2, 20), NO_ROWS);
        recorder.sampled(at(2), nothing(), NO_ROWS);
        recorder.sampled(at(5), sample(9, 50), NO_ROWS);
        recorder.sampled(at(6), sample(10, 60), NO_ROWS);

        assertThat(values("threads"))
                .as("one sample for three seconds is in the middle of them")
                .containsExactly(20.0, Double.NaN, Double.NaN, 20.0, Double.NaN, 20.0);
        assertThat(values("cpuCores")).containsExactly(1.0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 1.0);
        assertThat(course().values()).as("never seen").doesNotContainKeys("loopLagMillis", "heapAfterCollectionBytes");
    }

    @Test
    void thereIsNoneBeforeTheLoadAndInItsFirstMoments() {
        recorder.goesOn(at(-3));
        recorder.sampled(at(-1), sample(1, 1), NO_ROWS);
        assertThat(recorder.isDue(at(0))).isFalse();
        recorder.ended(at(0), Map.of(1, 1L));
        recorder.begin(at(0), sample(1, 1));

        assertThat(recorder.course()).isEmpty();
    }

    @Test
    void theTimeOfARestIsInNoRateAndItsStepsAreUnknown() {
        recorder.begin(at(0), sample(0, 0));
        recorder.sampled(at(1), sample(1, 100), NO_ROWS);
        recorder.ended(at(1.4), Map.of(5, 4L));
        recorder.goesOn(at(4.2));
        recorder.sampled(at(5), sample(90, 9000), Map.of(6, 1L));
        recorder.sampled(at(6), sample(91, 9100), NO_ROWS);

        assertThat(values("cpuCores")).containsExactly(1.0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 1.0);
        assertThat(values("threads")).containsExactly(20.0, Double.NaN, Double.NaN, Double.NaN, 20.0, 20.0);
        assertThat(course().responseTimes().counts()).extracting(Map::size).containsExactly(0, 1, 0, 0, 1, 0);
    }

    @Test
    void responsesRightAfterTheLastStepBelongToIt() {
        recorder.begin(at(0), sample(0, 0));
        recorder.sampled(at(1), sample(1, 100), Map.of(5, 4L));
        assertThat(recorder.isDue(at(1.01))).isFalse();
        recorder.ended(at(1.01), Map.of(5, 1L, 7, 1L));

        assertThat(course().responseTimes().counts()).containsExactly(new TreeMap<>(Map.of(5, 5L, 7, 1L)));
    }

    @Test
    void afterAnHourNeighboursArePutTogetherAndNothingIsLost() {
        recorder.begin(at(0), sample(0, 0));
        for (int second = 1; second <= CourseRecorder.MOST_STEPS; second++) {
            recorder.sampled(at(second), sampleOfSecond(second), Map.of(second % 2, 1L));
        }
        assertThat(course().stepSeconds()).isEqualTo(1);
        assertThat(values("threads")).hasSize(CourseRecorder.MOST_STEPS);

        for (int second = CourseRecorder.MOST_STEPS + 1; second <= CourseRecorder.MOST_STEPS + 4; second++) {
            recorder.sampled(at(second), sampleOfSecond(second), Map.of(second % 2, 1L));
        }

        assertThat(course().stepSeconds()).isEqualTo(2);
        assertThat(values("threads")).hasSize(CourseRecorder.MOST_STEPS / 2 + 2).startsWith(1.5, 3.5, 5.5);
        assertThat(values("threads.worker")).isEqualTo(values("threads"));
        assertThat(values("served.mysql"))
                .as("rates are of a second still")
                .hasSize(CourseRecorder.MOST_STEPS / 2 + 2)
                .allSatisfy(rate -> assertThat(rate).isEqualTo(100));
        assertThat(course().responseTimes().counts())
                .allSatisfy(rows -> assertThat(rows).isEqualTo(Map.of(0, 1L, 1, 1L)));
    }

    private static CourseRecorder.Sample sampleOfSecond(int second) {
        return sample(target(second, Map.of("worker", second), 1_000_000, second), 100L * second);
    }

    private static ProbeSample pools(Map<String, PoolUse> pools) {
        var target = target(1, Map.of(), 1, 1);
        return new ProbeSample(target.kernel(), target.inside(), target.acceptQueue(), pools);
    }

    private static PoolUse hikari(int inUse, int waiting) {
        return PoolUse.sample(PoolUse.Resource.CONNECTIONS, OptionalInt.of(3), inUse, OptionalInt.of(waiting));
    }

    @Test
    void poolsHaveTheirUseTheirLimitAndThoseThatWait() {
        var jobs = PoolUse.sample(PoolUse.Resource.THREADS, OptionalInt.empty(), 2, OptionalInt.empty());
        recorder.begin(at(0), nothing());
        recorder.sampled(at(1), sample(pools(Map.of("HikariPool-1", hikari(2, 0))), 0), NO_ROWS);
        recorder.sampled(at(2), sample(pools(Map.of("HikariPool-1", hikari(3, 47), "jobs", jobs)), 0), NO_ROWS);
        recorder.sampled(at(3), sample(pools(Map.of()), 0), Map.of(1, 1L));

        assertThat(course().values().keySet())
                .filteredOn(name -> name.startsWith("pool."))
                .containsExactlyInAnyOrder(
                        "pool.HikariPool-1.inUse",
                        "pool.HikariPool-1.waiting",
                        "pool.HikariPool-1.limit",
                        "pool.jobs.inUse");
        assertThat(values("pool.HikariPool-1.inUse")).containsExactly(2.0, 3.0, Double.NaN);
        assertThat(values("pool.HikariPool-1.waiting")).containsExactly(0.0, 47.0, Double.NaN);
        assertThat(values("pool.HikariPool-1.limit")).containsExactly(3.0, 3.0, Double.NaN);
        assertThat(values("pool.jobs.inUse")).containsExactly(Double.NaN, 2.0, Double.NaN);
    }

    @Test
    void aPoolsUseIsTheMeanOfStepsThatAreFolded() {
        recorder.begin(at(0), nothing());
        for (int second = 1; second <= CourseRecorder.MOST_STEPS + 2; second++) {
            var use = Map.of("HikariPool-1", hikari(second % 2 == 1 ? 3 : 1, 4));
            recorder.sampled(at(second), sample(pools(use), 0), Map.of(0, 1L));
        }

        assertThat(course().stepSeconds()).isEqualTo(2);
        assertThat(values("pool.HikariPool-1.inUse")).containsOnly(2.0);
        assertThat(values("pool.HikariPool-1.limit")).containsOnly(3.0);
        assertThat(values("pool.HikariPool-1.waiting")).containsOnly(4.0);
    }

    @Test
    void theLargestTwelveGroupsHaveTheirNamesAndAllTogetherAreAllThreads() {
        var groups = new HashMap<String, Integer>();
        IntStream.range(0, 14).forEach(i -> groups.put("pool-" + (char) ('a' + i), 2 + i));
        groups.put("main", 1);
        recorder.begin(at(0), sample(0, 0));
        recorder.sampled(at(1), sample(target(120, groups, 1, 1), 1), NO_ROWS);
        groups.remove("pool-n");
        recorder.sampled(at(2), sample(target(105, groups, 1, 1), 1), NO_ROWS);

        assertThat(course().values().keySet())
                .filteredOn(name -> name.startsWith("threads."))
                .hasSize(13)
                .doesNotContain("threads.main", "threads.pool-a", "threads.pool-b");
        assertThat(values("threads.others")).containsExactly(6.0, 6.0);
        assertThat(values("threads.pool-n")).as("seen, and then no more").containsExactly(15.0, 0.0);
        assertThat(sumOfGroups(0)).isEqualTo(120);
        assertThat(sumOfGroups(1)).isEqualTo(105);
    }

    @Test
    void aProgramThatNumbersAllItsThreadsDoesNotFillMemory() {
        recorder.begin(at(0), sample(0, 0));
        for (int second = 1; second <= 300; second++) {
            recorder.sampled(at(second), sample(target(1, Map.of("thread " + second, 1), 1, 1), 1), NO_ROWS);
        }

        assertThat(course().values().keySet())
                .filteredOn(name -> name.startsWith("threads."))
                .containsExactly("threads.others");
        assertThat(values("threads.others")).hasSize(300).containsOnly(1.0);
    }

    private double sumOfGroups(int step) {
        return course().values().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("threads."))
                .mapToDouble(entry -> entry.getValue().get(step).orElseThrow())
                .sum();
    }
}
