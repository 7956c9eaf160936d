package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.Replayed;
import dev.ralbench.load.data.RequestLog;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of a log are sent again at its times, each with its path, in virtual time. */
class ReplayedLoadTest {
    private static final long MILLI = 1_000_000;

    /** In second s, s requests; every fifth is another kind. */
    private static final RequestLog LOG = log(10);

    private final List<String> sent = new ArrayList<>();
    private final List<Set<Integer>> expected = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();

    private static RequestLog log(int seconds) {
        var text = new StringBuilder();
        for (int second = 1; second <= seconds; second++) {
            for (int i = 0; i < second; i++) {
                text.append("h - - [29/Nov/2026:05:00:")
                        .append(String.format("%02d", second))
                        .append(i % 5 == 4 ? " +0000] \"GET /gone" : " +0000] \"GET /items/" + second)
                        .append("?n=")
                        .append(i)
                        .append(i % 5 == 4 ? " HTTP/1.1\" 404 1\n" : " HTTP/1.1\" 200 1\n");
            }
        }
        try {
            return RequestLog.read(
                    "access.log", "", new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Workload workload(Replay replay) {
        var journeys = replay.kinds().stream()
                .map(kind -> Journey.of(
                        kind.name(),
                        kind.count(),
                        new RequestTemplate(
                                        kind.method(),
                                        "/",
                                        Map.of(),
                                        Optional.empty(),
                                        new Expectation(200, OptionalLong.empty()))
                                .replayed()))
                .toList();
        return new Workload(
                journeys, Optional.empty(), List.of(), 1, Optional.of(new Replayed(replay, true)), value -> {});
    }

    private Measurement run(LoadShape shape, Replay replay, int loops, LongUnaryOperator ends) {
        return run(VirtualLoad.plan(shape), replay, loops, ends);
    }

    private Measurement run(LoadPlan plan, Replay replay, int loops, LongUnaryOperator ends) {
        var workload = workload(replay);
        return VirtualLoad.run(plan, loops, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(ends.applyAsLong(startNanos));
            }

            @Override
            public ScriptedResponse response(long startNanos, UserRequests requests) {
                sent.add(requests.step()
                        .request()
                        .filled(requests.values())
                        .path()
                        .text());
                expected.add(requests.expect().statuses());
                times.add(startNanos);
                return response(startNanos);
            }

            @Override
            public Workload workload() {
                return workload;
            }
        });
    }

    private static LoadShape open(Replay replay, int connections) {
        var rate = replay.size() / (replay.length().toNanos() / 1e9);
        return new LoadShape.Open(new RateShape.Constant(rate, replay.length()), Arrivals.of(replay), connections);
    }

    private static List<String> paths(Replay replay) {
        return IntStream.range(0, replay.size())
                .mapToObj(position -> {
                    var out = new Bytes();
                    replay.addPath(position, out);
                    return out.toString();
                })
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "1, 3", "5, 2", "0.25, 2"})
    void eachRequestIsSentAtItsTime(double speed, int loops) {
        var replay = LOG.at(speed);

        var measurement = run(open(replay, 100), replay, loops, start -> start + MILLI);

        assertThat(sent).isEqualTo(paths(replay));
        assertThat(times)
                .isEqualTo(LongStream.range(0, replay.size())
                        .map(position -> replay.nanosOf((int) position))
                        .boxed()
                        .toList());
        var level = measurement.windows().getFirst();
        assertThat(level.open().orElseThrow().arrivals()).isEqualTo(55);
        assertThat(level.open().orElseThrow().plannedArrivals()).isEqualTo(55);
        assertThat(level.byName().orElseThrow())
                .extracting(named -> named.name() + " " + named.outcomes().get(Outcome.OK))
                .containsExactly("get-items-id 48", "get-gone 7");
    }

    @Test
    void aResponseHasToHaveTheStatusOfTheLog() {
        var replay = LOG.at(1);
        run(open(replay, 100), replay, 2, start -> start + MILLI);

        for (int i = 0; i < sent.size(); i++) {
            assertThat(expected.get(i)).isEqualTo(Set.of(sent.get(i).startsWith("/gone") ? 404 : 200));
        }
        assertThat(UserRequests.statusesLike(304)).containsExactlyInAnyOrder(200, 304);
        assertThat(UserRequests.statusesLike(206)).containsExactlyInAnyOrder(200, 206);
        assertThat(UserRequests.statusesLike(499)).containsExactly(200);
        assertThat(UserRequests.statusesLike(0)).containsExactly(200);
        assertThat(UserRequests.statusesLike(503)).containsExactly(503);
    }

    /** One connection, and responses that take longer than the time between the last requests. */
    @Test
    void requestsThatWaitForAConnectionKeepTheirPaths() {
        var replay = log(3).at(1);
        run(open(replay, 1), replay, 1, start -> start + 400 * MILLI);

        assertThat(sent).isEqualTo(paths(replay));
        assertThat(times.getLast() - replay.nanosOf(5))
                .as("the last one waited")
                .isGreaterThan(100 * MILLI);
    }

    @Test
    void aReplayThatIsCutHasTheArrivalsUpToThen() {
        var replay = LOG.at(1);
        var plan = VirtualLoad.plan(open(replay, 100), Optional.of(Duration.ofSeconds(4)));

        var measurement = run(plan, replay, 2, start -> start + MILLI);

        assertThat(sent).isEqualTo(paths(replay).subList(0, 1 + 2 + 3 + 4));
        assertThat(measurement.windows().getFirst().open().orElseThrow().plannedArrivals())
                .isEqualTo(10);
    }

    /** A journey that is tried before the load is of no arrival. */
    @Test
    void whatUsersSendBeforeAReplayIsTriedWithARequestOfTheLog() {
        var replay = LOG.at(1);
        var login = Journey.of(
                        "login",
                        1,
                        new RequestTemplate(
                                "GET",
                                "/login",
                                Map.of(),
                                Optional.empty(),
                                new Expectation(200, OptionalLong.empty())))
                .steps();

        var tried = workload(replay)
                .with(new Workload.Setup(Map.of(), login, List.of(), Set.of()))
                .toTry()
                .orElseThrow();

        var example = new Bytes();
        replay.addPath(replay.example(), example);
        assertThat(tried.allSteps())
                .extracting(step ->
                        tried.example(step.request(), Clock.system()).path().text())
                .containsExactly(example.toString(), "/login");
    }

    /** A warm-up has no times: it sends any requests of the log. */
    @Test
    void aWarmUpSendsRequestsOfTheLog() {
        var replay = LOG.at(1);
        var warm = new LoadShape.WarmedUp(open(replay, 100), OptionalInt.of(4), 200);

        run(warm, replay, 2, start -> start + MILLI);

        assertThat(sent.subList(0, 200)).allMatch(paths(replay)::contains);
        assertThat(Set.copyOf(sent.subList(0, 200))).hasSizeGreaterThan(30);
        assertThat(sent.subList(200, sent.size())).isEqualTo(paths(replay));
    }

    @Test
    void theBusiestSecondIsTheHighestRate() {
        assertThat(VirtualLoad.plan(open(LOG.at(3), 10)).plannedRate()).hasValue(30);
    }
}
