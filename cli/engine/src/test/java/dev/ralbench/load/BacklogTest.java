package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private final Backlog backlog = new Backlog();

    private List<Long> removeAll() {
        var starts = new ArrayList<Long>();
        while (!backlog.isEmpty()) {
            assertThat(backlog.firstWindow()).isEqualTo((int) (backlog.firstStartNanos() / 10));
            assertThat(backlog.firstPosition()).isEqualTo((int) (3 * backlog.firstStartNanos()));
            starts.add(backlog.firstStartNanos());
            backlog.removeFirst();
        }
        return starts;
    }

    /** Each with a window and a position that can be told from its start. */
    private void add(long from, long to) {
        LongStream.range(from, to).forEach(nanos -> backlog.add((int) (nanos / 10), (int) (3 * nanos), nanos));
    }

    @Test
    void itKeepsTheOrderHoweverManyThereAre() {
        add(0, 1_000);

        assertThat(removeAll()).isEqualTo(LongStream.range(0, 1_000).boxed().toList());
    }

    /** The oldest one is then in the middle of the ring. */
    @Test
    void itKeepsTheOrderWhenItGrowsAfterSomeHaveGone() {
        add(0, 50);
        for (int i = 0; i < 40; i++) {
            backlog.removeFirst();
        }
        add(50, 1_000);

        assertThat(removeAll()).isEqualTo(LongStream.range(40, 1_000).boxed().toList());
    }
}
