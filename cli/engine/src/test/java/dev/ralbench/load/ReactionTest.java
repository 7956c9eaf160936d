package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The moment that users take before their next request, where event loops interrupt the service. */
class ReactionTest {
    private static final long MILLI = 1_000_000;

    private static VirtualLoad load(int users, long responseNanos, boolean sharesCpus) {
        var next = new int[1];
        return new VirtualLoad(
                VirtualLoad.plan(new LoadShape.ConstantUsers(users, Duration.ofSeconds(20))),
                1,
                start -> ScriptedResponse.ok(start + responseNanos + 1_100L * (next[0]++ % 97)),
                (load, goOn) -> goOn.run(),
                sharesCpus);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 200, 0.1", // a hundredth of the turn and less
        "100, 200, 0.1",
        "2000, 100, 0.52", // so many that their timers are served together
        "1, 40, 0", // too short a turn: fewer requests
        "100, 5, 0",
    })
    void isTakenWhereItIsShortForTheTurn(int users, int responseMillis, double mostMillis) {
        double turnMillis = responseMillis + 0.05;
        double requests = load(users, responseMillis * MILLI, true)
                .finish()
                .windows()
                .getFirst()
                .requests()
                .completions()
                .successful();

        double turns = requests / users;
        assertThat(turns)
                .isBetween(
                        20_000 / (turnMillis + mostMillis) * 0.999 - 1.1,
                        20_000 / (turnMillis + mostMillis / 5) * 1.001 + 0.2);
    }

    @Test
    void isNoPartOfTheResponseTimeHoweverLateItsTimerIs() {
        var level = load(2_000, 100 * MILLI, true).finish().windows().getFirst();

        assertThat(level.requests().successful().maxMillis().orElseThrow()).isEqualTo(100.1, within(0.1));
        assertThat(level.ledger().idleSeconds()).isPositive();
    }

    @Test
    void noneIsTakenWhileTheLoopIsBehindWithThoseBefore() {
        var clock = new AtomicReference<>(new FakeClock());
        var load = new VirtualLoad(
                VirtualLoad.plan(new LoadShape.ConstantUsers(4_000, Duration.ofSeconds(20))),
                1,
                start -> {
                    clock.get().advance(Duration.ofNanos(50_000)); // the loop's own work: 200 ms for a turn of all
                    return ScriptedResponse.ok(start + 60 * MILLI);
                },
                (running, goOn) -> goOn.run(),
                true);
        clock.set(load.sender.clock());

        var level = load.finish().windows().getFirst();

        assertThat(level.ledger().idleSeconds()).isLessThan(0.1 * 4_000 * 20);
    }

    @Test
    void noneIsTakenWhereEventLoopsInterruptNothing() {
        var level = load(10, 200 * MILLI, false).finish().windows().getFirst();

        assertThat(level.ledger().idleSeconds()).isZero();
    }
}
