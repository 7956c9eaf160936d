package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often sides are warmed up: all of them equally often, whichever of them needs it. */
class WarmUpRoundsTest {
    /** Compiles for some rounds; each has the same number of requests. */
    private static final class Scripted implements WarmUpRounds.Side {
        private final int compilesFor;
        private int rounds;
        private boolean hasNext = true;

        Scripted(int compilesFor) {
            this.compilesFor = compilesFor;
        }

        void warmUp() {
            assertThat(hasNext).as("a round that was asked for").isTrue();
            hasNext = false;
            rounds++;
        }

        @Override
        public boolean isCompiling() {
            return rounds <= compilesFor;
        }

        @Override
        public void repeatWarmUp() {
            hasNext = true;
        }
    }

    /** Each round takes a second. */
    private static List<Integer> rounds(int seconds, int... compilingFor) {
        var sides = new ArrayList<Scripted>();
        for (int rounds : compilingFor) {
            sides.add(new Scripted(rounds));
        }
        var clock = new FakeClock();
        new WarmUpRounds(Duration.ofSeconds(seconds), clock).carryOut(sides, () -> {
            sides.forEach(Scripted::warmUp);
            clock.advance(Duration.ofSeconds(1));
        });
        assertThat(sides).noneMatch(side -> side.hasNext);
        return sides.stream().map(side -> side.rounds).toList();
    }

    @ParameterizedTest
    @CsvSource({"0,0,1", "3,0,4", "0,3,4", "2,5,6", "5,2,6"})
    void allGoOnUntilTheLastOneIsQuiet(int first, int second, int expected) {
        assertThat(rounds(10, first, second)).containsOnly(expected).hasSize(2);
    }

    @Test
    void moreThanTwoHaveAsMany() {
        assertThat(rounds(10, 1, 4, 0)).containsExactly(5, 5, 5);
    }

    @Test
    void oneThatNeverRestsIsNotWaitedForForEver() {
        assertThat(rounds(10, 0, Integer.MAX_VALUE)).containsExactly(10, 10);
        assertThat(rounds(0, 5, 5)).containsExactly(1, 1);
    }
}
