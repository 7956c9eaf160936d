package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WindowsPerStartTest {
    @Test
    void expensiveStartsAndNoisyWindowsAskForMoreWindows() {
        // sqrt(50 / 2 * 4 / 1) = 10
        var best = WindowsPerStart.best(4, 50, 2, 0.01 * 0.01, 0.02 * 0.02);

        assertThat(best.best()).isEqualTo(10);
        // (50 + 4 * 2) * (1 + 4 / 4) = 116 becomes (50 + 10 * 2) * (1 + 4 / 10) = 98
        assertThat(best.saved()).isCloseTo(1 - 98.0 / 116, within(1e-12));
        assertThat(best.betweenStarts()).isCloseTo(0.01, within(1e-12));
        assertThat(best.betweenWindows()).isCloseTo(0.02, within(1e-12));
    }

    @Test
    void cheapStartsThatVaryAskForFewer() {
        assertThat(WindowsPerStart.best(10, 5, 2, 1, 1).best()).isEqualTo(2);
    }

    @Test
    void withoutASpreadFromStartToStartTheMostIsBest() {
        assertThat(WindowsPerStart.best(4, 50, 2, 0, 1).best()).isEqualTo(20);
    }

    @Test
    void withoutAnySpreadNothingIsToBeChanged() {
        var best = WindowsPerStart.best(4, 50, 2, 0, 0);

        assertThat(best.best()).isEqualTo(4);
        assertThat(best.saved()).isZero();
    }
}
