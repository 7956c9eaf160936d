package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Clock;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counted loads that may take only so long: a hang is a result, and what comes next does not wait for it. */
class LimitedLoadTest {
    private static final Optional<Duration> FIVE_SECONDS = Optional.of(Duration.ofSeconds(5));
    private static final long SECOND = 1_000_000_000L;
    private static final LoadShape AFTERWARDS = new LoadShape.LoopsPerUser(10, 3, Duration.ZERO);

    /** Answers in 100 ms, but never to the requests of the first five seconds with these numbers. */
    private static Script hangingAt(int first, int end) {
        var number = new int[1];
        return start -> {
            int n = number[0]++;
            return start < 5 * SECOND && n >= first && n < end
                    ? ScriptedResponse.never()
                    : ScriptedResponse.ok(start + 100_000_000);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatHangsIsStillOpenAtTheEndAndTheNextPhaseBegins(int loops) {
        var run = sequence(new LoadShape.LoopsPerUser(10, 10, Duration.ZERO, FIVE_SECONDS), loops, hangingAt(35, 41));
        var measurement = run.finish();
        var hung = measurement.windows().getFirst();
        var next = measurement.windows().getLast();
        assertThat(run.windows).containsExactly(0, 1);
        assertThat(hung.requests().count(Outcome.STILL_OPEN)).isEqualTo(6);
        assertThat(hung.requests().count(Outcome.OK))
                .as("4 users made all, 6 hung")
                .isBetween(4 * 10 + 6 * 3L, 4 * 10 + 6 * 4L);
        assertThat(hung.lengthSeconds()).isEqualTo(5);
        assertThat(next.span().startSeconds()).isEqualTo(5);
        assertThat(next.requests().count(Outcome.OK)).isEqualTo(30);
        assertThat(next.lengthSeconds()).isEqualTo(0.3);
        assertThat(next.requests().connecting().count()).as("fresh connections").isEqualTo(6);
        assertThat(measurement.failureDetails()).containsOnly(java.util.Map.entry("still open at the end", 6L));
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.PLAN);
    }

    @Test
    void userSecondsAreThoseUntilTheEnd() {
        var windows = sequence(
                        new LoadShape.LoopsPerUser(10, 10, Duration.ZERO, FIVE_SECONDS),
                        2,
                        start -> ScriptedResponse.never())
                .finish()
                .windows();
        assertThat(windows.getFirst().ledger().waitingSeconds()).isEqualTo(50, within(1e-6));
        assertThat(windows.getFirst().ledger().offeredSeconds()).isEqualTo(50, within(1e-6));
        assertThat(windows.getFirst().requests().all().count()).isEqualTo(10);
        assertThat(windows.getFirst().requests().successful().count()).isZero();
    }

    @Test
    void aPhaseThatIsDoneInTimeHandsOverAtOnceAndItsTimeEndsNothingElse() {
        var second = new LoadShape.ConstantUsers(5, Duration.ofSeconds(20));
        var shape = new LoadShape.Sequence(
                List.of(new LoadShape.LoopsPerUser(10, 10, Duration.ZERO, FIVE_SECONDS), second, AFTERWARDS));
        var run = new VirtualLoad(plan(shape), 2, Scripts.fixedDelay(Duration.ofMillis(100)));
        var windows = run.finish().windows();
        assertThat(run.windows).containsExactly(0, 1, 2);
        assertThat(windows.get(0).lengthSeconds()).isEqualTo(1);
        assertThat(windows.get(1).lengthSeconds()).isEqualTo(20);
    }

    @Test
    void theLastPhaseEndsTheLoad() {
        var run = new VirtualLoad(
                plan(new LoadShape.TotalRequests(10, 100, FIVE_SECONDS)), 3, start -> ScriptedResponse.never());
        var whole = run.finish().wholeRun();
        assertThat(whole.requests().count(Outcome.STILL_OPEN)).isEqualTo(10);
        assertThat(whole.lengthSeconds()).isEqualTo(5);
        assertThat(run.sender.sendTimes()).hasSize(10);
    }

    @Test
    void usersWhoseStartLiesBeyondTheEndNeverStart() {
        var run = sequence(
                new LoadShape.LoopsPerUser(100, 1, Duration.ofSeconds(10), FIVE_SECONDS),
                2,
                Scripts.fixedDelay(Duration.ofMillis(10)));
        var windows = run.finish().windows();
        assertThat(windows.getFirst().requests().count(Outcome.OK)).isEqualTo(50);
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(30);
    }

    @Test
    void aUserThatThinksIsNotWaitedFor() {
        var thinking = new LoadPlan(
                new LoadShape.Sequence(
                        List.of(new LoadShape.LoopsPerUser(4, 10, Duration.ZERO, FIVE_SECONDS), AFTERWARDS)),
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                true,
                LoadPlan.OnFailure.CONTINUE);
        var windows = new VirtualLoad(thinking, 2, Scripts.fixedDelay(Duration.ofMillis(1500)))
                .finish()
                .windows();
        assertThat(windows.getFirst().requests().count(Outcome.OK)).isEqualTo(4);
        assertThat(windows.getFirst().requests().count(Outcome.STILL_OPEN))
                .as("sent at 4.5 s")
                .isEqualTo(4);
        assertThat(windows.getFirst().ledger().thinkingSeconds()).isEqualTo(12, within(1e-6));
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(30);
    }

    @Test
    void aUserThatConnectsIsNotWaitedFor() {
        var run = sequence(new LoadShape.LoopsPerUser(10, 1, Duration.ZERO, FIVE_SECONDS), 2, connecting(4));
        var windows = run.finish().windows();
        assertThat(windows.getFirst().requests().count(Outcome.OK)).isEqualTo(6);
        assertThat(windows.getFirst().requests().count(Outcome.STILL_OPEN))
                .as("nothing was sent")
                .isZero();
        assertThat(windows.getFirst().ledger().connectingSeconds()).isEqualTo(4 * 5, within(0.1));
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(30);
    }

    @Test
    void aBarrierThatIsNeverReleasedEndsAllTheSame() {
        var run = sequence(new LoadShape.Burst(10, 1, FIVE_SECONDS), 3, connecting(1));
        var windows = run.finish().windows();
        assertThat(windows.getFirst().requests().ended()).isZero();
        assertThat(windows.getFirst().lengthSeconds()).isEqualTo(5);
        assertThat(windows.getFirst().ledger().idleSeconds()).isEqualTo(9 * 5, within(0.1));
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(30);
    }

    @Test
    void oneBarrierDoesNotReleaseTheNext() {
        var shape = new LoadShape.Sequence(
                List.of(new LoadShape.Burst(10, 1, FIVE_SECONDS), new LoadShape.Burst(20, 2, FIVE_SECONDS)));
        var run = new VirtualLoad(plan(shape), 3, connecting(1));
        var windows = run.finish().windows();
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(40);
        assertThat(run.sender.sendTimes().subList(0, 20))
                .containsOnly(run.sender.sendTimes().getFirst());
    }

    /** Nine of ten connections are there at once; the first so many of the load never are. */
    private static Script connecting(int hanging) {
        var connections = new int[1];
        return new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + 100_000_000);
            }

            @Override
            public long connectNanos(long startNanos) {
                return connections[0]++ < hanging ? 1_000_000 * SECOND : 1_000_000;
            }
        };
    }

    @Test
    void theFirstHangEndsALoadThatIsToAbort() {
        var aborting = new LoadPlan(
                new LoadShape.Sequence(
                        List.of(new LoadShape.LoopsPerUser(10, 1, Duration.ZERO, FIVE_SECONDS), AFTERWARDS)),
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.ABORT);
        var run = new VirtualLoad(aborting, 2, hangingAt(3, 5));
        run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.FIRST_FAILURE);
    }

    @Test
    void everyRepetitionHasTheWholeTimeAndAWindowOfItsOwn() {
        var rounds = new LoadShape.Repeated(new LoadShape.LoopsPerUser(10, 1, Duration.ZERO, FIVE_SECONDS), 3);
        var windows = VirtualLoad.run(
                        plan(new LoadShape.Labelled(rounds, "warm")),
                        2,
                        start -> start < 7 * SECOND ? ScriptedResponse.never() : ScriptedResponse.ok(start + SECOND))
                .windows();
        assertThat(windows).extracting(WindowMeasurement::lengthSeconds).containsExactly(5.0, 5.0, 1.0);
        assertThat(windows).extracting(WindowMeasurement::label).containsOnly(Optional.of("warm"));
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(10);
    }

    @Test
    void theHardEndComesFirstWhereItIsSooner() {
        var shape = new LoadShape.Sequence(
                List.of(new LoadShape.LoopsPerUser(10, 1, Duration.ZERO, FIVE_SECONDS), AFTERWARDS));
        var measurement =
                VirtualLoad.run(plan(shape, Optional.of(Duration.ofSeconds(2))), 2, start -> ScriptedResponse.never());
        assertThat(measurement.windows()).hasSize(1);
        assertThat(measurement.wholeRun().lengthSeconds()).isEqualTo(2);
        assertThat(measurement.wholeRun().requests().count(Outcome.STILL_OPEN)).isEqualTo(10);
    }

    /** Whatever shapes and fates follow each other: every request has one outcome, and no user-second is lost. */
    @RepeatedTest(150)
    void anySequenceEndsAndAddsUp(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var parts = new ArrayList<LoadShape>();
        for (int i = 0; i < 2 + random.nextInt(4); i++) {
            parts.add(part(random));
        }
        var thinking = new LoadPlan(
                new LoadShape.Sequence(parts),
                Optional.empty(),
                Duration.ofMillis(500 + random.nextInt(5_000)),
                Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(300)),
                true,
                LoadPlan.OnFailure.CONTINUE);
        boolean pausing = random.nextBoolean();
        var run = new VirtualLoad(thinking, 1 + random.nextInt(3), fates(random), (load, goOn) -> {
            var loop = load.sender.loops().getFirst();
            loop.schedule(loop.nanoTime() + (pausing ? random.nextLong(3 * SECOND) : 0), goOn);
        });
        var measurement = run.finish();
        assertThat(measurement.windows()).hasSize(parts.size());
        assertThat(run.windows).hasSize(parts.size());
        assertAddsUp(measurement, run.sender.sendTimes().size(), pausing, Clock.seconds(thinking.timeout()));
        for (int i = 0; i < parts.size(); i++) {
            assertWithin(parts.get(i), measurement.windows().get(i));
        }
    }

    private static LoadShape part(Random random) {
        int users = 1 + random.nextInt(20);
        var limit = Optional.of(Duration.ofMillis(100 + random.nextInt(3_000)));
        return switch (random.nextInt(4)) {
            case 0 -> new LoadShape.ConstantUsers(users, limit.get());
            case 1 ->
                new LoadShape.LoopsPerUser(
                        users, 1 + random.nextInt(8), Duration.ofMillis(random.nextInt(2) * 1_000L), limit);
            case 2 -> new LoadShape.TotalRequests(users, 1 + random.nextInt(100), limit);
            default -> new LoadShape.Burst(users, 1 + random.nextInt(4), limit);
        };
    }

    private static Script fates(Random random) {
        return new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return random.nextInt(6) == 0
                        ? ScriptedResponse.never()
                        : ScriptedResponse.ok(startNanos + random.nextInt(400_000_000));
            }

            @Override
            public long connectNanos(long startNanos) {
                return switch (random.nextInt(12)) {
                    case 0 -> -1;
                    case 1 -> 1_000 * SECOND;
                    default -> random.nextInt(50_000_000);
                };
            }

            @Override
            public int requestsPerConnection() {
                return 3;
            }
        };
    }

    private static void assertAddsUp(Measurement measurement, int sent, boolean pausing, double timeout) {
        var whole = measurement.wholeRun();
        long all = whole.requests().outcomes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(all - whole.requests().count(Outcome.CONNECT_FAILED)).isEqualTo(sent);
        assertThat(whole.requests().all().count()).isEqualTo(whole.requests().ended());
        double begin = 0;
        double length = 0;
        var before = WindowKind.COUNTED;
        for (var window : measurement.windows()) {
            double drain = before == WindowKind.LEVEL && window.kind() == WindowKind.COUNTED ? timeout : 0;
            assertThat(window.span().startSeconds()).isBetween(begin - 1e-9, begin + drain + (pausing ? 2 : 0) + 1e-9);
            begin = window.span().startSeconds() + window.lengthSeconds();
            length += window.lengthSeconds();
            before = window.kind();
        }
        assertThat(whole.lengthSeconds()).isEqualTo(length, within(1e-9));
    }

    private static void assertWithin(LoadShape part, WindowMeasurement window) {
        var limit = switch (part) {
            case LoadShape.LoopsPerUser s -> s.within();
            case LoadShape.TotalRequests s -> s.within();
            case LoadShape.Burst s -> s.within();
            default -> Optional.<Duration>empty();
        };
        limit.ifPresent(time -> {
            assertThat(window.lengthSeconds()).isLessThanOrEqualTo(Clock.seconds(time) + 1e-9);
            assertThat(window.ledger().offeredSeconds())
                    .isLessThanOrEqualTo(window.usersTo() * window.lengthSeconds() + 1e-6);
        });
        if (part instanceof LoadShape.LoopsPerUser s) {
            assertThat(window.requests().ended()).isLessThanOrEqualTo(s.users() * s.loops());
        }
        if (part instanceof LoadShape.TotalRequests s) {
            assertThat(window.requests().ended()).isLessThanOrEqualTo(s.requests());
        }
    }

    private static VirtualLoad sequence(LoadShape first, int loops, Script script) {
        return new VirtualLoad(plan(new LoadShape.Sequence(List.of(first, AFTERWARDS))), loops, script);
    }
}
