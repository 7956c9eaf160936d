package dev.ralbench.dependency.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.testing.Disturbance;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CountsPollerTest {
    /** Counts one more each time; can be made to wait, or to fail. */
    private static final class FakeCounter implements Counter {
        private final AtomicLong served = new AtomicLong(1000);
        private volatile CountDownLatch answer = new CountDownLatch(0);
        private volatile boolean fails;
        private volatile boolean closed;

        @Override
        public ServedCounts read() throws InterruptedException {
            answer.await();
            if (fails) {
                throw new IllegalStateException("gone");
            }
            return new ServedCounts(served.getAndIncrement(), 3, 4);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final FakeCounter counter = new FakeCounter();

    @Test
    void whatWasServedBeforeDoesNotCount() throws Exception {
        try (var questions = CountsPoller.begin("some", counter, BackgroundTraffic.NOTHING, Clock.system())) {
            assertThat(questions.ask()).contains(new ServedCounts(1, 3, 4));
        }
        assertThat(counter.closed).isTrue();
    }

    @Test
    void aLateAnswerIsDroppedAndTheNextOneIsAnAnswerAgain() throws Exception {
        try (var questions = CountsPoller.begin("some", counter, BackgroundTraffic.NOTHING, Clock.system())) {
            counter.answer = new CountDownLatch(1);
            assertThat(questions.ask()).isEmpty();
            counter.answer.countDown();
            assertThat(questions.ask()).contains(new ServedCounts(2, 3, 4));
        }
    }

    @Test
    @Disturbance(value = "a database of others goes away and comes back", then = "no counts in between")
    void aServerThatIsGoneHasNoCountsUntilItIsBack() throws Exception {
        try (var questions = CountsPoller.begin("some", counter, BackgroundTraffic.NOTHING, Clock.system())) {
            counter.fails = true;
            assertThat(questions.ask()).isEmpty();
            counter.fails = false;
            assertThat(questions.ask()).isPresent();
        }
    }

    @Test
    void whatOthersDoIsTakenOff() {
        var others = new BackgroundTraffic(10, 2);

        assertThat(others.without(new ServedCounts(100, 3, 4), 2.5)).isEqualTo(new ServedCounts(75, 1, 4));
        assertThat(others.without(new ServedCounts(1, 1, 4), 2.5)).isEqualTo(new ServedCounts(0, 0, 4));
    }
}
