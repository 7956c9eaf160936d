package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class LoopLagTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aLoopThatIsInTimeHasNoLag() {
        var loop = new BusyLoop();
        var lag = LoopLag.of(List.of(loop));

        loop.runUntil(1000 * MILLI);

        assertThat(lag.nextWindow().count()).isBetween(98L, 100L);
        assertThat(lag.nextWindow().count()).isZero();
    }

    /** One timer of a second stands for the hundred that would have been late as well. */
    @Test
    void aBlockedLoopIsAsLateAsItWasBlocked() {
        var loop = new BusyLoop();
        var lag = LoopLag.of(List.of(loop));

        loop.runUntil(500 * MILLI);
        loop.block(1000 * MILLI);
        loop.runUntil(2500 * MILLI);
        var seen = lag.nextWindow();

        assertThat(seen.count()).isBetween(245L, 252L);
        assertThat(seen.maxMillis().orElseThrow()).isBetween(990.0, 1001.0);
        assertThat(seen.percentileMillis(90).orElseThrow()).isBetween(700.0, 800.0);
    }

    @Test
    void nothingIsScheduledAfterItsEnd() {
        var loop = new BusyLoop();
        var lag = LoopLag.of(List.of(loop));
        loop.runUntil(50 * MILLI);

        lag.close();
        loop.runUntil(100 * MILLI);

        assertThat(loop.isIdle()).isTrue();
    }

    @Test
    void aLoopIsSilentForAsLongAsItIsBlocked() {
        var fine = new BusyLoop();
        var blocked = new BusyLoop();
        var lag = LoopLag.of(List.of(fine, blocked));
        fine.runUntil(100 * MILLI);
        blocked.runUntil(100 * MILLI);
        blocked.block(700 * MILLI);

        assertThat(lag.silentNanos()).isEqualTo(700 * MILLI);
    }

    @Test
    void lagsOfAllLoopsAddUp() {
        var loops = List.of(new BusyLoop(), new BusyLoop());
        var lag = LoopLag.of(List.copyOf(loops));
        loops.forEach(loop -> loop.runUntil(1000 * MILLI));

        assertThat(lag.nextWindow().count()).isBetween(196L, 200L);
    }

    /** A loop in virtual time that can be kept from its timers. */
    private static final class BusyLoop implements SenderLoop {
        private record Timer(long atNanos, Runnable task) implements Comparable<Timer> {
            @Override
            public int compareTo(Timer other) {
                return Long.compare(atNanos, other.atNanos);
            }
        }

        private final PriorityQueue<Timer> timers = new PriorityQueue<>();
        private long now;

        void runUntil(long nanos) {
            while (!timers.isEmpty() && timers.peek().atNanos() <= nanos) {
                var timer = timers.remove();
                now = Math.max(now, timer.atNanos());
                timer.task().run();
            }
            now = nanos;
        }

        void block(long nanos) {
            now += nanos;
        }

        boolean isIdle() {
            return timers.isEmpty();
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void execute(Runnable task) {
            schedule(now, task);
        }

        @Override
        public void schedule(long atNanos, Runnable task) {
            timers.add(new Timer(atNanos, task));
        }

        @Override
        public UserConnection newConnection(int user, ConnectionListener listener) {
            throw new UnsupportedOperationException("sends nothing");
        }
    }
}
