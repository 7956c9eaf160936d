package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.service.ThreadCounter.ThreadCounts;
import org.junit.jupiter.api.Test;

class ThreadCounterTest {
    private final ThreadCounter counter = new ThreadCounter();

    @Test
    void aThreadThatEndedKeepsItsShare() {
        counter.look(1, new ThreadCounts(10, 1, 1, 1_000));
        counter.look(2, new ThreadCounts(100, 5, 5, 5_000));
        counter.total();
        counter.look(1, new ThreadCounts(12, 1, 1, 1_000));

        assertThat(counter.total()).isEqualTo(new ThreadCounts(112, 6, 6, 6_000));
        assertThat(counter.total()).as("nothing is seen any more").isEqualTo(new ThreadCounts(112, 6, 6, 6_000));
    }

    @Test
    void aNewThreadWithTheIdOfAnEndedOneIsAddedToIt() {
        counter.look(1, new ThreadCounts(100, 5, 5, 5_000));
        counter.total();
        counter.look(1, new ThreadCounts(3, 0, 0, 0));

        assertThat(counter.total()).isEqualTo(new ThreadCounts(103, 5, 5, 5_000));
    }
}
