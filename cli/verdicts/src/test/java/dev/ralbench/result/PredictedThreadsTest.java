package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.RunResult.ThreadDemand;
import dev.ralbench.testing.Windows;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PredictedThreadsTest {

    /** The table of the study of combined calls, with the 21 threads that its server had anyway, and 8 event loops. */
    @ParameterizedTest
    @CsvSource({
        "sequence,  21, 2, 0, 0, 10,  200,  2.36, 41",
        "parallel,  21, 3, 2, 1, 10,  200,  4.61, 651",
        "reactive,  29, 3, 0, 0, 10,  200,  4.57, 58",
        "sequence,  19, 2, 0, 0, 100, 2000, 23.6, 219",
        "parallel,  20, 3, 2, 1, 100, 998,  28.9, 3214",
        "reactive,  27, 3, 0, 0, 100, 2000, 28.0, 226"
    })
    void theStudysThreads(
            String variant,
            int base,
            int perUser,
            int perRequest,
            int kept,
            int users,
            long requests,
            double perSecond,
            double published) {
        var threads = new ThreadDemand(base, perUser, perRequest, Optional.of(60.0), kept);

        assertThat(PredictedThreads.peak(threads, 200, users, requests, perSecond))
                .as(variant)
                .isCloseTo(published, within(2.0));
    }

    @Test
    void requestsBeforeTheIdleTimeHaveLostTheirThreads() {
        var threads = new ThreadDemand(0, 0, 2, Optional.of(60.0), 1);

        assertThat(PredictedThreads.peak(threads, 200, 100, 2_000, 10)).isEqualTo(2 * 600 + 2_000);
    }

    @Test
    void withoutAnIdleTimeTheyStay() {
        assertThat(PredictedThreads.peak(new ThreadDemand(5, 0, 3, Optional.empty(), 0), 200, 100, 2_000, 10))
                .isEqualTo(5 + 6_000);
    }

    static Stream<Random> seeds() {
        return IntStream.range(0, 100).mapToObj(Random::new);
    }

    /** There are never fewer threads with more of anything, and never fewer than the base. */
    @ParameterizedTest
    @MethodSource("seeds")
    void moreOfAnythingIsNeverFewerThreads(Random random) {
        var threads = new ThreadDemand(
                random.nextInt(100),
                random.nextInt(5),
                random.nextInt(5),
                Optional.of(random.nextDouble(100)).filter(any -> random.nextBoolean()),
                random.nextInt(3));
        int workers = random.nextInt(1, 300);
        int users = random.nextInt(1, 300);
        long requests = random.nextLong(users, 10_000);
        double rate = random.nextDouble(100);
        double peak = PredictedThreads.peak(threads, workers, users, requests, rate);

        assertThat(peak)
                .isBetween(
                        (double) threads.base(),
                        threads.base() + workers + (threads.perRequest() + threads.kept()) * (double) requests);
        assertThat(PredictedThreads.peak(threads, workers + 1, users, requests, rate))
                .isGreaterThanOrEqualTo(peak);
        assertThat(PredictedThreads.peak(threads, workers, users + 1, requests, rate))
                .isGreaterThanOrEqualTo(peak);
        assertThat(PredictedThreads.peak(threads, workers, users, requests + 1, rate))
                .isGreaterThanOrEqualTo(peak);
        assertThat(PredictedThreads.peak(threads, workers, users, requests, rate + 1))
                .isGreaterThanOrEqualTo(peak);
    }

    @Test
    void theRateIsThePredictedOne() {
        var window = Windows.counted("all", 10, 20, 0, 2_210, 0);
        var threads = Optional.of(new ThreadDemand(13, 3, 2, Optional.of(10.0), 1));
        var predicted = new PredictionResult(
                2_000,
                Optional.of(200),
                Optional.empty(),
                Optional.empty(),
                Optional.of(200.0),
                Optional.of(2),
                threads,
                Optional.empty(),
                Optional.empty());

        assertThat(PredictedThreads.of(predicted, window).orElseThrow())
                .isCloseTo(13 + 30 + 2 * 10 * 200 / 44.0 + 200, within(1e-6));
        var silent = PredictionResult.ofDelay(2_000, Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(PredictedThreads.of(silent, window)).isEmpty();
    }
}
