package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is thrown on an event loop ends the load instead of hanging it. */
class LoadDefectTest {
    /** One user, and an open load with one connection that requests wait for. */
    static Stream<LoadShape> shapesOfOneAtATime() {
        return Stream.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(5)), rate(1_000, 5, 1));
    }

    private static Throwable defectOf(LoadShape shape, Script script) {
        var run = new VirtualLoad(plan(shape), 1, script);
        run.sender.run();
        assertThat(run.end).isCompletedExceptionally();
        return run.end.exceptionNow();
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void anExceptionOfTheFirstRequestEndsTheLoad(LoadShape shape) {
        var defect = new IllegalStateException("a defect");

        assertThat(defectOf(shape, start -> {
                    throw defect;
                }))
                .isSameAs(defect);
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void memoryThatIsUsedUpEndsTheLoad(LoadShape shape) {
        var defect = new OutOfMemoryError("Java heap space");

        assertThat(defectOf(shape, start -> {
                    throw defect;
                }))
                .isSameAs(defect);
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void anExceptionOfARequestThatFollowsAResponseEndsTheLoad(LoadShape shape) {
        var defect = new IllegalStateException("a defect");
        var sent = new int[1];

        assertThat(defectOf(shape, start -> {
                    if (++sent[0] == 2) {
                        throw defect;
                    }
                    return ScriptedResponse.ok(start + 10 * MILLI);
                }))
                .isSameAs(defect);
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void aConnectionThatBreaksForWantOfMemoryEndsTheLoad(LoadShape shape) {
        var defect = new OutOfMemoryError("Java heap space");

        assertThat(defectOf(shape, new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        return IN_10_MILLIS.response(startNanos);
                    }

                    @Override
                    public void beforeEnd(ConnectionListener listener) {
                        listener.broke(defect);
                    }
                }))
                .isSameAs(defect);
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void anExceptionOfAConnectionThatIsOpenedEndsTheLoad(LoadShape shape) {
        var defect = new IllegalStateException("a defect");

        assertThat(defectOf(
                        shape,
                        Scripts.connecting(
                                start -> {
                                    throw defect;
                                },
                                IN_10_MILLIS)))
                .isSameAs(defect);
    }

    @ParameterizedTest
    @MethodSource("shapesOfOneAtATime")
    void anErrorOfAConnectionThatIsOpenedEndsTheLoad(LoadShape shape) {
        var defect = new NoClassDefFoundError("a defect");

        assertThat(defectOf(
                        shape,
                        Scripts.connecting(
                                start -> {
                                    throw defect;
                                },
                                IN_10_MILLIS)))
                .isSameAs(defect);
    }
}
