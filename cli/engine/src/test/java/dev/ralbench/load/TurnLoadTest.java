package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load that rests between its windows, so that others can have their turn. */
class TurnLoadTest {
    private static final long MILLI = 1_000_000L;
    /** Two windows of 1 s with 10 users after 200 ms of lead-in, and a request for each user before all. */
    private static final LoadPlan PLAN = VirtualLoad.plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(1)))
            .inTurns(new LoadShape.Turns(List.of(10), 2, Duration.ofSeconds(1), Duration.ofMillis(200)));

    private static final long WARM_UP_END = 100 * MILLI;

    /** 100 ms for each request; counts connections. */
    private static final class Steady implements Script {
        int connections;

        @Override
        public ScriptedResponse response(long startNanos) {
            return ScriptedResponse.ok(startNanos + 100 * MILLI);
        }

        @Override
        public long connectNanos(long startNanos) {
            connections++;
            return 0;
        }
    }

    private static final class Turns implements WindowListener {
        final List<String> events = new ArrayList<>();
        final LoadPlan plan;
        final ScriptedSender sender;
        final LoadRecording recording = new LoadRecording();
        final LoadGenerator generator;
        final CompletableFuture<LoadEnd> end;
        Consumer<LeastLengths> goOn = atLeast -> {};

        Turns(int loops, Script script) {
            this(PLAN, loops, script);
        }

        Turns(LoadPlan plan, int loops, Script script) {
            this.plan = plan;
            sender = new ScriptedSender(loops, script);
            generator = new LoadGenerator(plan, sender, recording, this);
            end = generator.start();
        }

        @Override
        public void windowBegan(int window) {
            events.add(millis() + " began " + window);
        }

        @Override
        public void drains(int window) {
            events.add(millis() + " ended " + window);
        }

        @Override
        public void rests(int window, Consumer<LeastLengths> next) {
            events.add(millis() + " rests");
            goOn = next;
        }

        private long millis() {
            return sender.clock().nanoTime() / MILLI;
        }

        /** Lets it go on when others have had so much time. */
        void goOnAt(long millis, Duration leadIn) {
            goOnAt(millis, new LeastLengths(leadIn, Duration.ZERO));
        }

        void goOnAt(long millis, LeastLengths atLeast) {
            runUntil(millis);
            var loop = sender.loops().getFirst();
            loop.schedule(millis * MILLI, () -> goOn.accept(atLeast));
        }

        void runUntil(long millis) {
            sender.runUntil(millis * MILLI);
        }

        Measurement finish() {
            sender.run();
            assertThat(end).isCompleted();
            return recording.finish(plan, generator.performed(), end.join().detail());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void itRestsAfterTheWarmUpAndAfterEachTurnUntilItIsToldToGoOn(int loops) {
        var load = new Turns(loops, new Steady());
        load.goOnAt(5_000, Duration.ZERO);
        load.goOnAt(9_050, Duration.ZERO);
        var measurement = load.finish();

        assertThat(load.events)
                .containsExactly(
                        "0 began 0",
                        "100 rests",
                        "5000 began 1",
                        "5200 began 2",
                        "6200 ended 2",
                        "6200 rests",
                        "9050 began 3",
                        "9250 began 4",
                        "10250 ended 4");
        assertThat(load.end.join().reason()).isEqualTo(LoadEnd.Reason.PLAN);
        assertThat(load.sender.sendTimes())
                .noneMatch(nanos -> nanos >= WARM_UP_END && nanos < 5_000 * MILLI)
                .noneMatch(nanos -> nanos >= 6_200 * MILLI && nanos < 9_050 * MILLI);
        assertThat(measurement.windows())
                .extracting(WindowMeasurement::kind)
                .containsExactly(
                        WindowKind.WARM_UP, WindowKind.WARM_UP, WindowKind.TURN, WindowKind.WARM_UP, WindowKind.TURN);
    }

    @Test
    void whatIsInFlightAtTheEndOfATurnIsCompletedAndInNoRate() {
        // 10 ms out of step with the windows, so that all ten are in flight at each of their ends
        var load = new Turns(2, start -> ScriptedResponse.ok(start + (start < WARM_UP_END ? 100 : 90) * MILLI));
        load.goOnAt(2_000, Duration.ZERO);
        load.goOnAt(4_000, Duration.ZERO);

        var turns = load.finish().levels().toList();
        assertThat(load.events).contains("3200 ended 2", "3260 rests");
        assertThat(turns).hasSize(2).allSatisfy(turn -> {
            assertThat(turn.requests().count(Outcome.DROPPED_AT_STOP)).isZero();
            assertThat(turn.requests().outcomes().values().stream()
                            .mapToLong(n -> n)
                            .sum())
                    .as("started in it")
                    .isEqualTo(110);
            assertThat(turn.requests().completions().ended()).as("ended in it").isEqualTo(110);
            assertThat(turn.lengthSeconds()).isEqualTo(1, within(1e-9));
            assertThat(turn.little())
                    .hasValueSatisfying(check -> assertThat(check.holds()).isTrue());
        });
    }

    @Test
    void onlyTurnsArePartOfTheWholeAndOfThePlan() {
        var load = new Turns(2, new Steady());
        load.goOnAt(5_000, Duration.ZERO);
        load.goOnAt(9_000, Duration.ZERO);

        var whole = load.finish().wholeRun();
        assertThat(whole.lengthSeconds()).isEqualTo(2, within(1e-9));
        assertThat(whole.goodputPerSecond().orElseThrow()).isEqualTo(100, within(1e-6));
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(20, within(1e-9));
        assertThat(PLAN.timeline().userSeconds()).hasValue(20);
        assertThat(whole.requests().longestStallSeconds()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void connectionsStayOpenWhileItRests() {
        var script = new Steady();
        var load = new Turns(2, script);
        load.goOnAt(5_000, Duration.ZERO);
        load.goOnAt(9_000, Duration.ZERO);
        load.finish();
        assertThat(script.connections).isEqualTo(10);
    }

    @Test
    void aLeadInIsAsLongAsPlannedOrAsAskedFor() {
        var load = new Turns(2, new Steady());
        load.goOnAt(5_000, Duration.ofMillis(700));
        load.goOnAt(9_000, Duration.ofMillis(50));
        load.finish();
        assertThat(load.events).contains("5700 began 2", "6700 ended 2", "9200 began 4");
    }

    @Test
    void aTurnIsAsLongAsPlannedOrAsAskedFor() {
        var load = new Turns(2, new Steady());
        load.goOnAt(5_000, new LeastLengths(Duration.ZERO, Duration.ofMillis(2_500)));
        load.goOnAt(9_000, new LeastLengths(Duration.ZERO, Duration.ofMillis(500)));

        var whole = load.finish().wholeRun();
        assertThat(load.events).contains("5200 began 2", "7700 ended 2", "9200 began 4", "10200 ended 4");
        assertThat(whole.lengthSeconds()).isEqualTo(3.5, within(1e-9));
        assertThat(whole.ledger().offeredSeconds())
                .isEqualTo(load.generator.performed().closedUserSeconds().orElseThrow(), within(1e-9));
        assertThat(whole.goodputPerSecond().orElseThrow()).isEqualTo(100, within(1e-6));
    }

    @Test
    void goingOnTwiceBeginsOneTurn() {
        var load = new Turns(2, new Steady());
        load.runUntil(4_000);
        var first = load.goOn;
        load.goOnAt(5_000, Duration.ZERO);
        load.runUntil(5_100);
        first.accept(LeastLengths.NONE);
        load.sender.run();
        assertThat(load.events.getLast()).isEqualTo("6200 rests");
    }

    @Test
    void theMeanOfTheLastWindowIsKnownWhileItRests() {
        var load = new Turns(3, new Steady());
        load.sender.run();
        assertThat(load.recording.meanMillis(0).orElseThrow()).isEqualTo(100, within(0.1));
        assertThat(load.recording.meanMillis(1)).isEmpty();
    }

    @Test
    void aRequestThatHangsIsWaitedForUntilItsTimeOut() {
        var load = new Turns(
                2,
                start -> start < 3_000 * MILLI ? ScriptedResponse.ok(start + 100 * MILLI) : ScriptedResponse.never());
        load.goOnAt(2_000, Duration.ZERO);
        load.sender.run();
        var turn = load.recording.finish(PLAN, "").levels().toList().getFirst();
        assertThat(load.events.getLast()).isEqualTo("13000 rests");
        assertThat(turn.requests().timedOut()).isEqualTo(10);
        assertThat(turn.requests().completions().ended())
                .as("within the window")
                .isEqualTo(90);
    }

    @Test
    void aStopEndsItWhileItRests() {
        var load = new Turns(2, new Steady());
        load.sender.run();
        load.generator.stop();
        load.sender.run();
        assertThat(load.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        load.goOn.accept(LeastLengths.NONE);
        load.sender.run();
        assertThat(load.sender.sendTimes()).hasSize(10);
        assertThat(load.finish().wholeRun().lengthSeconds()).isZero();
    }

    @Test
    void aStopInATurnWaitsForWhatIsInFlight() {
        var load = new Turns(2, new Steady());
        load.goOnAt(1_000, Duration.ZERO);
        load.runUntil(1_650);
        load.generator.stop();
        load.sender.run();
        assertThat(load.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        assertThat(load.sender.clock().nanoTime()).isGreaterThanOrEqualTo(1_700 * MILLI);
        assertThat(load.finish().windows().getLast().requests().count(Outcome.DROPPED_AT_STOP))
                .isZero();
    }

    @Test
    void aStopWhileATurnDrainsEndsIt() {
        var load = new Turns(2, start -> ScriptedResponse.ok(start + (start < WARM_UP_END ? 100 : 90) * MILLI));
        load.goOnAt(1_000, Duration.ZERO);
        load.runUntil(2_210);
        load.generator.stop();
        load.sender.run();
        assertThat(load.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        assertThat(load.events).doesNotContain("2260 rests");
    }

    /** One window at each of two levels, after a request for each user. */
    private static final LoadPlan TWO_LEVELS = VirtualLoad.plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(1)))
            .inTurns(new LoadShape.Turns(List.of(10, 20), 1, Duration.ofSeconds(1), Duration.ofMillis(200)));

    @Test
    void eachLevelHasAWarmUpOfItsOwnAndTheHighestComesFirst() {
        var load = new Turns(TWO_LEVELS, 2, new Steady());
        load.goOnAt(1_000, Duration.ZERO);
        load.goOnAt(3_000, Duration.ZERO);
        load.goOnAt(5_000, Duration.ZERO);
        var windows = load.finish().windows();
        assertThat(windows)
                .extracting(WindowMeasurement::kind)
                .containsExactly(
                        WindowKind.WARM_UP,
                        WindowKind.WARM_UP,
                        WindowKind.TURN,
                        WindowKind.WARM_UP,
                        WindowKind.WARM_UP,
                        WindowKind.TURN);
        assertThat(windows).extracting(WindowMeasurement::usersTo).containsExactly(20, 20, 20, 10, 10, 10);
        assertThat(List.of(
                        windows.get(0).requests().ended(),
                        windows.get(3).requests().ended()))
                .containsExactly(20L, 10L);
    }

    /** A load of two levels that repeats the warm-up of the first one twice. */
    private static Turns withRepeatedWarmUp(int loops) {
        var load = new Turns(TWO_LEVELS, loops, new Steady());
        load.runUntil(1_000);
        load.generator.repeat(0, 100);
        load.goOnAt(1_000, Duration.ZERO);
        load.runUntil(2_000);
        load.generator.repeat(1, 60);
        load.goOnAt(2_000, Duration.ZERO);
        load.goOnAt(3_000, Duration.ZERO);
        load.goOnAt(5_000, Duration.ZERO);
        load.goOnAt(7_000, Duration.ZERO);
        return load;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aWarmUpIsRepeatedWhileItRests(int loops) {
        var load = withRepeatedWarmUp(loops);
        var measurement = load.finish();

        assertThat(load.events)
                .containsExactly(
                        "0 began 0",
                        "100 rests",
                        "1000 began 1",
                        "1500 rests",
                        "2000 began 2",
                        "2300 rests",
                        "3000 began 3",
                        "3200 began 4",
                        "4200 ended 4",
                        "4200 rests",
                        "5000 began 5",
                        "5100 rests",
                        "7000 began 6",
                        "7200 began 7",
                        "8200 ended 7");
        assertThat(measurement.windows().subList(0, 3)).allSatisfy(round -> {
            assertThat(round.kind()).isEqualTo(WindowKind.WARM_UP);
            assertThat(round.usersTo()).isEqualTo(20);
        });
        assertThat(measurement.windows().subList(0, 3))
                .extracting(window -> window.requests().ended())
                .containsExactly(20L, 100L, 60L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aRepeatedWarmUpAddsNothingToTheMeasuredLevels(int loops) {
        var load = withRepeatedWarmUp(loops);
        var measurement = load.finish();

        assertThat(measurement.windows()).hasSize(8);
        assertThat(load.generator.performed().phases())
                .filteredOn(Phase.WarmUp.class::isInstance)
                .hasSize(4);
        assertThat(measurement.levels()).extracting(WindowMeasurement::usersTo).containsExactly(20, 10);
        assertThat(measurement.wholeRun().ledger().offeredSeconds())
                .as("as planned, however often the warm-up was repeated")
                .isEqualTo(TWO_LEVELS.timeline().userSeconds().orElseThrow(), within(1e-9));
    }

    @Test
    void onlyAWarmUpIsRepeated() {
        var load = new Turns(2, new Steady());
        load.goOnAt(1_000, Duration.ZERO);
        load.runUntil(3_000);
        assertThatThrownBy(() -> load.generator.repeat(2, 100)).isInstanceOf(IllegalArgumentException.class);
    }
}
