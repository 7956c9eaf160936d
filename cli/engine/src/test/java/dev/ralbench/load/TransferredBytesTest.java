package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests.Transfer;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the load: bytes belong to requests, windows add up to the run, and bodies that are alike stay exact. */
class TransferredBytesTest {
    private static final int BODY = 187;
    private static final long MILLI = 1_000_000;

    static List<LoadShape> shapes() {
        var second = Duration.ofSeconds(1);
        return List.of(
                new LoadShape.ConstantUsers(7, Duration.ofSeconds(3)),
                new LoadShape.Stairs(0, 5, 3, second, second),
                new LoadShape.LoopsPerUser(5, 20, second),
                new LoadShape.TotalRequests(4, 99, Optional.empty()),
                new LoadShape.WarmedUp(new LoadShape.ConstantUsers(5, second), OptionalInt.empty(), 100),
                new LoadShape.Open(new RateShape.Ramp(10, 200, second), Arrivals.even(), 8),
                new LoadShape.Sequence(List.of(
                        new LoadShape.ConstantUsers(5, second),
                        new LoadShape.LoopsPerUser(5, 3, Duration.ZERO),
                        new LoadShape.Open(new RateShape.Constant(100, second), Arrivals.even(), 8))));
    }

    /** Some fail after their response has begun, some never get one, connections end; all by the same chance each time. */
    private static Script script(boolean fails) {
        var chance = new Random(7);
        return new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                long end = startNanos + (1 + chance.nextInt(60)) * MILLI;
                return switch (fails ? chance.nextInt(12) : 12) {
                    case 0 -> new ScriptedResponse(end, Outcome.RESET, "reset");
                    case 1 -> new ScriptedResponse(end, Outcome.UNEXPECTED_STATUS, "status 503");
                    case 2 -> ScriptedResponse.never();
                    default -> ScriptedResponse.ok(end);
                };
            }

            @Override
            public int bodyBytes() {
                return BODY;
            }
        };
    }

    private static Transfer of(WindowMeasurement window) {
        return window.requests().transfer().orElseThrow();
    }

    private static List<WindowMeasurement> all(Measurement measurement) {
        var all = new ArrayList<>(measurement.windows());
        all.add(measurement.wholeRun());
        return all;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void eachWindowHasTheBytesOfTheRequestsThatItCounts(LoadShape shape) {
        var measurement = VirtualLoad.run(VirtualLoad.plan(shape), 2, script(false));

        assertThat(measurement.wholeRun().requests().completions().ended()).isGreaterThan(50);
        assertThat(all(measurement)).allSatisfy(window -> {
            long ended = window.requests().completions().ended();
            assertThat(of(window))
                    .isEqualTo(new Transfer(
                            ended,
                            ended * BODY,
                            ended * (ScriptedSender.HEAD_BYTES + BODY),
                            ended * ScriptedSender.REQUEST_BYTES));
        });
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void failuresLeaveBodiesExact(LoadShape shape) {
        var measurement = VirtualLoad.run(VirtualLoad.plan(shape), 2, script(true));

        assertThat(measurement.wholeRun().requests().failed()).isPositive();
        assertThat(all(measurement))
                .filteredOn(window -> of(window).responses() > 0)
                .allSatisfy(window -> {
                    assertThat(RequestMetrics.BODY_PER_RESPONSE.of(window)).hasValue(BODY);
                    assertThat(of(window).responses())
                            .isBetween(
                                    window.requests().completions().successful(),
                                    window.requests().completions().ended());
                });
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void theMeasuredWindowsAddUpToTheRun(LoadShape shape) {
        var measurement = VirtualLoad.run(VirtualLoad.plan(shape), 3, script(true));
        var sum = measurement.windows().stream()
                .filter(window -> window.kind() != WindowKind.WARM_UP)
                .reduce(WindowMeasurement::plus)
                .map(TransferredBytesTest::of)
                .orElseThrow();

        if (shape instanceof LoadShape.Sequence) {
            // A request of a level may end in the counted part after it, which has those of its own alone.
            assertThat(of(measurement.wholeRun()).sentBytes() - sum.sentBytes())
                    .isBetween(0L, 5L * ScriptedSender.REQUEST_BYTES);
        } else {
            assertThat(of(measurement.wholeRun())).isEqualTo(sum);
        }
    }

    @Test
    void aRefusedConnectionMovesNothing() {
        var measurement =
                VirtualLoad.run(VirtualLoad.plan(new LoadShape.LoopsPerUser(3, 4, Duration.ZERO)), 1, new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        return ScriptedResponse.ok(startNanos + MILLI);
                    }

                    @Override
                    public int requestsPerConnection() {
                        return 1;
                    }

                    @Override
                    public long connectNanos(long startNanos) {
                        return startNanos < MILLI ? 0 : -1; // only the first ones get through
                    }
                });

        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(3);
        assertThat(measurement.wholeRun().requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(9);
        assertThat(of(measurement.wholeRun()).sentBytes()).isEqualTo(3L * ScriptedSender.REQUEST_BYTES);
    }
}
