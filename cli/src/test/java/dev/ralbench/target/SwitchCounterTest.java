package dev.ralbench.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.target.SwitchCounter.Switches;
import org.junit.jupiter.api.Test;

class SwitchCounterTest {
    private final SwitchCounter counter = new SwitchCounter();

    @Test
    void aThreadThatEndedKeepsItsShare() {
        counter.look(1, new Switches(10, 1));
        counter.look(2, new Switches(100, 5));
        counter.total();
        counter.look(1, new Switches(12, 1));

        assertThat(counter.total()).isEqualTo(new Switches(112, 6));
        assertThat(counter.total()).as("nothing is seen any more").isEqualTo(new Switches(112, 6));
    }

    @Test
    void aNewThreadWithTheIdOfAnEndedOneIsAddedToIt() {
        counter.look(1, new Switches(100, 5));
        counter.total();
        counter.look(1, new Switches(3, 0));

        assertThat(counter.total()).isEqualTo(new Switches(103, 5));
    }
}
