package dev.ralbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.benchmark.Sampler.Others;
import org.junit.jupiter.api.Test;

/** Ticks of programs, of all CPUs together, and of what this process started. */
class OthersTest {
    @Test
    void isWhatNeitherThisProcessTookNorAnyThatItStarted() {
        var before = new Others(1_000, 5_000, 300);

        var after = new Others(1_500, 6_000, 700);

        assertThat(after.since(before)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void isNeverNegative() {
        // the kernel counts ticks of CPUs by sampling, those of processes exactly
        assertThat(new Others(1_500, 6_000, 802).since(new Others(1_000, 5_000, 300)))
                .isZero();
    }

    @Test
    void isNoneAtOnce() {
        var now = new Others(1_000, 5_000, 300);

        assertThat(now.since(now)).isZero();
    }
}
