package dev.ralbench.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.prediction.SharedWorkers.Times;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SharedWorkersTest {
    private static final long SECOND = 1_000_000_000;
    private static final long POLL = 200_000_000;

    /** The model of the study of combined calls, which has 44.2 s and 69.1 s with an overhead of some milliseconds. */
    @ParameterizedTest
    @CsvSource({"10, 200, 44, 44", "100, 2000, 67, 69.1"})
    void theStudysTimes(int users, long requests, double least, double most) {
        var times = new SharedWorkers(200, 2, 2 * SECOND, OptionalLong.of(POLL))
                .of(users, requests)
                .orElseThrow();

        assertThat(times.totalSeconds()).isBetween(least, most);
    }

    /** Two requests of two calls each on three workers: the second request's calls wait for those of the first. */
    @Test
    void callsTakeWorkersFirstComeFirstServed() {
        var times = new SharedWorkers(3, 2, SECOND, OptionalLong.empty()).of(2, 2);

        // 0 s: both requests and a call of the first; 1 s: its other call; 2 s: both calls of the second; 3 s.
        assertThat(times).contains(new Times(2_500, 3));
    }

    @Test
    void theEndOfTheLastCallIsSeenAtTheNextLookAfterTheRequestBegan() {
        assertThat(new SharedWorkers(3, 2, SECOND, OptionalLong.of(300_000_000)).of(1, 3))
                .contains(new Times(1_200, 3.6));
    }

    /** All workers are held by requests, and no call ever gets one. */
    @ParameterizedTest
    @CsvSource({"200, false", "199, true", "1000, false"})
    void requestsThatHoldAllWorkersWaitForEver(int users, boolean ends) {
        assertThat(new SharedWorkers(200, 2, SECOND, OptionalLong.of(POLL))
                        .of(users, 2_000)
                        .isPresent())
                .isEqualTo(ends);
    }

    @Test
    void whatWouldTakeTooLongIsNotSteppedThrough() {
        assertThat(new SharedWorkers(200, 2, SECOND, OptionalLong.empty()).of(10, SharedWorkers.MOST_REQUESTS + 1))
                .isEmpty();
    }

    record Case(SharedWorkers server, int users, long requests) {
        double aloneMillis() {
            return server.pollNanos().isPresent()
                    ? (server.callNanos() / server.pollNanos().getAsLong() + 1)
                            * server.pollNanos().getAsLong()
                            / 1e6
                    : server.callNanos() / 1e6;
        }
    }

    /** Fewer users than workers, so that there is always one left for a call. */
    static Stream<Case> anything() {
        var random = new Random(7);
        return IntStream.range(0, 200).mapToObj(any -> {
            int workers = random.nextInt(2, 40);
            int users = random.nextInt(1, workers);
            var poll =
                    random.nextBoolean() ? OptionalLong.of(random.nextLong(1_000_000, SECOND)) : OptionalLong.empty();
            var server = new SharedWorkers(workers, random.nextInt(1, 6), random.nextLong(1, 3 * SECOND), poll);
            return new Case(server, users, random.nextLong(users, 400));
        });
    }

    /** Work that has to be done cannot be done sooner by the workers that there are, nor by users who wait in turn. */
    @ParameterizedTest
    @MethodSource("anything")
    void noTimeIsBelowItsBounds(Case any) {
        var server = any.server();
        var times = server.of(any.users(), any.requests()).orElseThrow();
        double callSeconds = any.requests() * server.calls() * (server.callNanos() / 1e9);
        double requestSeconds = any.requests() * any.aloneMillis() / 1e3;

        assertThat(times.totalSeconds() * server.workers())
                .isGreaterThanOrEqualTo((callSeconds + requestSeconds) * (1 - 1e-9));
        assertThat(times.totalSeconds() * any.users()).isGreaterThanOrEqualTo(requestSeconds * (1 - 1e-9));
        assertThat(times.meanMillis()).isGreaterThanOrEqualTo(any.aloneMillis() * (1 - 1e-9));
        assertThat(times.meanMillis() * any.requests())
                .as("no user does two things at once")
                .isLessThanOrEqualTo(times.totalSeconds() * 1e3 * any.users() * (1 + 1e-9));
    }

    /** With a worker for every request and each of its calls there is nothing to share. */
    @ParameterizedTest
    @MethodSource("anything")
    void withAWorkerForEachItIsTheClosedForm(Case any) {
        var server = any.server();
        var enough = new SharedWorkers(
                any.users() * (server.calls() + 1), server.calls(), server.callNanos(), server.pollNanos());

        var times = enough.of(any.users(), any.requests()).orElseThrow();

        assertThat(times.meanMillis()).isCloseTo(any.aloneMillis(), within(1e-6));
        assertThat(times.totalSeconds())
                .isCloseTo(Math.ceilDiv(any.requests(), any.users()) * any.aloneMillis() / 1e3, within(1e-6));
    }
}
