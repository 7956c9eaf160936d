package dev.ralbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.benchmark.Polls.PollTime;
import dev.ralbench.testing.FakeClock;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times in milliseconds since the loop was made. */
class PollsTest {
    private final FakeClock clock = new FakeClock();
    private final Scripted handler = new Scripted();
    private final Polls polls = new Polls(handler, clock);
    private final List<PollTime> found = new ArrayList<>();

    @Test
    void whatIsFoundAtOnceCameAfterTheLookBefore() {
        look(10, false);
        handler.isReady = true;
        look(30, false);

        assertThat(found).containsExactly(new PollTime(millis(30), millis(10)));
    }

    @Test
    void isNotWaitedForWhereSomethingIsThere() {
        handler.isReady = true;

        look(10, true);

        assertThat(handler.mayWait).containsExactly(false);
        assertThat(found).containsExactly(new PollTime(millis(10), millis(0)));
    }

    @Test
    void whatIsWaitedForComesWhenTheWaitingEnds() {
        handler.comesAfterMillis = 25;

        look(10, true);

        assertThat(handler.mayWait).containsExactly(false, true);
        assertThat(found).containsExactly(new PollTime(millis(35), millis(35)));
    }

    @Test
    void allThatEndsTheWaitingCameThen() {
        handler.comesAfterMillis = 25;
        handler.takesMillis = 3;
        handler.events = 2;

        look(10, true);

        assertThat(found).containsOnly(new PollTime(millis(35), millis(35))).hasSize(2);
    }

    @Test
    void waitingThatEndsWithoutAnythingIsALookAsWell() {
        handler.comesAfterMillis = 25;
        handler.events = 0;
        look(10, true);

        handler.isReady = true;
        handler.events = 1;
        look(50, false);

        assertThat(found).containsExactly(new PollTime(millis(50), millis(35)));
    }

    private void look(int atMillis, boolean mayWait) {
        clock.advance(Duration.ofMillis(atMillis).minusNanos(clock.nanoTime()));
        polls.run(new Context(mayWait));
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private record Context(boolean canBlock) implements IoHandlerContext {
        @Override
        public long delayNanos(long currentTimeNanos) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return 0;
        }
    }

    /** Asks for the look whenever it finds something, as who reads does. */
    private final class Scripted implements IoHandler {
        private final List<Boolean> mayWait = new ArrayList<>();
        private boolean isReady;
        private int events = 1;
        private int comesAfterMillis;
        private int takesMillis;

        @Override
        public int run(IoHandlerContext context) {
            mayWait.add(context.canBlock());
            if (!isReady && !context.canBlock()) {
                return 0;
            }
            if (!isReady) {
                clock.advance(Duration.ofMillis(comesAfterMillis));
            }
            for (int i = 0; i < events; i++) {
                found.add(polls.look());
                clock.advance(Duration.ofMillis(takesMillis));
            }
            return events;
        }

        @Override
        public void prepareToDestroy() {}

        @Override
        public void destroy() {}

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wakeup() {}

        @Override
        public boolean isCompatible(Class<? extends IoHandle> type) {
            return true;
        }
    }
}
