package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that belong to no request, or to one that has been given up. */
class StrayResponsesTest {
    /** One request after the other for 15 seconds, by a user or as they are due. */
    static Stream<LoadShape> shapesOfOneAtATime() {
        return Stream.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(15)), rate(10, 15, 1));
    }

    /** The load, in which the first three responses come with an event of the connection before their end. */
    private static Measurement runWithThree(LoadShape shape, Consumer<ConnectionListener> event) {
        var responses = new int[1];
        return VirtualLoad.run(plan(shape), 1, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return IN_10_MILLIS.response(startNanos);
            }

            @Override
            public void beforeEnd(ConnectionListener listener) {
                if (++responses[0] <= 3) {
                    event.accept(listener);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void surplusBytesAreCounted(LoadShape shape) {
        var measurement = runWithThree(shape, ConnectionListener::surplus);

        assertThat(measurement.failureDetails()).containsEntry(Measurement.SURPLUS, 3L);
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void requestsSentAgainAreCountedAndNoFailures(LoadShape shape) {
        var measurement = runWithThree(shape, ConnectionListener::resent);

        assertThat(measurement.failureDetails()).isEqualTo(Map.of(Measurement.RESENT, 3L));
        assertThat(measurement.wholeRun().requests().resent()).hasValue(3);
        assertThat(measurement.wholeRun().requests().failed()).isZero();
    }

    /** It comes two seconds after the timeout, when the next request is in flight. */
    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void aResponseThatComesTooLateIsNotTakenForThatOfTheNextRequest(LoadShape shape) {
        var measurement = VirtualLoad.run(
                plan(shape),
                1,
                start ->
                        start < 1_000 * MILLI ? ScriptedResponse.ok(start + 12_000 * MILLI) : ScriptedResponse.never());

        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isZero();
    }
}
