package dev.ralbench.dependency.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeClock;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private final Exception refused = new IllegalStateException(new ConnectException("Connection refused"));
    private final Exception late = new SQLException("no answer", new SocketTimeoutException("Read timed out"));
    private final Exception full = new SQLException("Too many connections");

    private final FakeClock clock = new FakeClock();
    private final Liveness pulse = new Liveness(clock);

    @Test
    @Disturbance(value = "a database of others refuses connections", then = "gone until it answers")
    void aServerThatRefusesOftenAndForLongIsGoneUntilItAnswers() {
        fail(refused, 2, Duration.ofSeconds(10));
        assertThat(pulse.isAlive()).as("twice").isTrue();

        fail(refused, 1, Duration.ZERO);
        assertThat(pulse.isAlive()).as("three times").isFalse();

        pulse.answered();
        assertThat(pulse.isAlive()).as("back").isTrue();
    }

    @Test
    void aServerThatRefusesOftenWithinAMomentStaysAlive() {
        fail(refused, 49, Duration.ofMillis(100));

        assertThat(pulse.isAlive()).isTrue();
    }

    @Test
    void aServerThatIsLateOrFullIsAlive() {
        fail(late, 10, Duration.ofSeconds(10));
        fail(full, 10, Duration.ofSeconds(10));

        assertThat(pulse.isAlive()).isTrue();
    }

    @Test
    void onlyFailuresInARowCount() {
        fail(refused, 2, Duration.ofSeconds(10));
        fail(late, 1, Duration.ofSeconds(10));
        fail(refused, 2, Duration.ofSeconds(10));

        assertThat(pulse.isAlive()).isTrue();
    }

    private void fail(Exception failure, int times, Duration pause) {
        for (int i = 0; i < times; i++) {
            pulse.failed(failure);
            clock.advance(pause);
        }
    }
}
