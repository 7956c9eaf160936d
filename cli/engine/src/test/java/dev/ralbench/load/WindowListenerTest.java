package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.testing.ScriptedSender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A listener that says nothing about ends and rests does not hold a load up. */
class WindowListenerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<Long> beginnings = new ArrayList<>();

    private List<Long> beginningsOf(LoadShape shape) {
        var sender = new ScriptedSender(1, IN_10_MILLIS);
        var end = new LoadGenerator(
                        VirtualLoad.plan(shape),
                        sender,
                        new LoadRecording(),
                        window -> beginnings.add(sender.clock().nanoTime() / OpenLoads.MILLI))
                .start();
        sender.run();
        assertThat(end).isCompleted();
        return beginnings;
    }

    @Test
    void aCountedPartIsFollowedByTheNextWithoutAPause() {
        assertThat(beginningsOf(new LoadShape.Repeated(new LoadShape.TotalRequests(1, 5), 2)))
                .containsExactly(0L, 50L);
    }

    @Test
    void aRestIsFollowedByTheNextTurnWithoutAPause() {
        assertThat(beginningsOf(new LoadShape.Turns(List.of(1), 1, SECOND, SECOND)))
                .as("warm-up, lead-in, turn")
                .containsExactly(0L, 10L, 1_010L);
    }
}
