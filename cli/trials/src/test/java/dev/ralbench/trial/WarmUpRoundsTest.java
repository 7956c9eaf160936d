package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often variants are warmed up, and with how many requests: all of them alike, whichever of them needs it. */
class WarmUpRoundsTest {
    private static final int USERS = 100;

    private final FakeClock clock = new FakeClock();

    /** Answers so many requests per second, and compiles in some rounds, numbered from 1. */
    private static final class Scripted implements WarmUpRounds.WarmUpVariant {
        private final double perSecond;
        private final IntPredicate compilesIn;
        private final List<Long> rounds = new ArrayList<>();
        private long next;
        private int pauses;

        Scripted(double perSecond, int compilesFor) {
            this(perSecond, round -> round <= compilesFor);
        }

        Scripted(double perSecond, IntPredicate compilesIn) {
            this.perSecond = perSecond;
            this.compilesIn = compilesIn;
        }

        double warmUp() {
            assertThat(next).as("of a round that was asked for").isPositive();
            rounds.add(next);
            next = 0;
            return rounds.getLast() / perSecond;
        }

        @Override
        public boolean isCompiling() {
            return compilesIn.test(rounds.size());
        }

        @Override
        public void awaitCompilers() {
            pauses++;
        }

        @Override
        public void repeatWarmUp(long requests) {
            next = requests;
        }
    }

    private WarmUpRounds rounds(long fewest, int limitSeconds) {
        return new WarmUpRounds(fewest, Duration.ofSeconds(limitSeconds), clock, () -> false);
    }

    /** Variants are warmed up at the same time: a round takes as long as the slowest of them. */
    private List<Long> run(WarmUpRounds rounds, Scripted... variants) {
        var all = List.of(variants);
        all.forEach(variant -> variant.next = USERS); // as planned
        rounds.run(List.of(USERS), all, round(all));
        assertThat(all).allSatisfy(variant -> {
            assertThat(variant.next).as("of a round that did not follow").isZero();
            assertThat(variant.rounds).as("the same requests for all").isEqualTo(all.getFirst().rounds);
        });
        return all.getFirst().rounds;
    }

    private WarmUpRounds.Round round(List<Scripted> variants) {
        return new WarmUpRounds.Round() {
            @Override
            public void load() {
                double seconds =
                        variants.stream().mapToDouble(Scripted::warmUp).max().orElseThrow();
                clock.advance(Duration.ofNanos(Math.round(seconds * 1e9)));
            }

            @Override
            public void pause() {
                variants.forEach(Scripted::awaitCompilers);
                clock.advance(Duration.ofMillis(500));
            }
        };
    }

    @Test
    void thePauseAfterARoundIsNoPartOfItsPace() {
        var variant = new Scripted(1_000, 2);
        assertThat(run(rounds(1, 60), variant)).containsExactly(100L, 3_000L, 3_000L, 3_000L);
        assertThat(variant.pauses).isEqualTo(4);
    }

    @Test
    void fewUsersComeFirstUntilTheyHaveAQuietRound() {
        var variant = new Scripted(500, 4);
        variant.next = 4;
        rounds(1, 60).run(List.of(4, USERS), List.of(variant), new WarmUpRounds.Round() {
            @Override
            public void load() {
                variant.next = variant.next == 0 ? USERS : variant.next; // as the load plans the first of the others
                round(List.of(variant)).load();
            }

            @Override
            public void pause() {}
        });

        assertThat(variant.rounds)
                .as("by four users until the fifth round is quiet, then by all: a short one and two quiet ones")
                .containsExactly(4L, 1_500L, 1_500L, 1_500L, 1_500L, 100L, 1_500L, 1_500L);
    }

    @ParameterizedTest
    @CsvSource({"0,0,3", "3,0,5", "0,3,5", "2,5,7", "5,2,7"})
    void allGoOnUntilTheLastOneIsQuiet(int first, int second, int expected) {
        assertThat(run(rounds(1, 60), new Scripted(500, first), new Scripted(500, second)))
                .hasSize(expected);
    }

    @Test
    void moreThanTwoHaveAsMany() {
        assertThat(run(rounds(1, 60), new Scripted(500, 1), new Scripted(400, 4), new Scripted(300, 0)))
                .hasSize(6);
    }

    @Test
    void aRoundIsAboutThreeSecondsOfTheSlowestVariant() {
        assertThat(run(rounds(1, 60), new Scripted(4_000, 2), new Scripted(1_000, 2)))
                .containsExactly(100L, 3_000L, 3_000L, 3_000L);
        assertThat(run(rounds(1, 60), new Scripted(10, 2), new Scripted(10, 2)))
                .as("each user has its request")
                .containsExactly(100L, 100L, 100L, 100L);
    }

    @Test
    void aShortRoundTellsNothing() {
        assertThat(run(rounds(1, 60), new Scripted(1_000, 0)))
                .as("0.1 s, then two of 3 s")
                .containsExactly(100L, 3_000L, 3_000L);
    }

    @Test
    void aShortRoundThatCompilesDoesNotBeginTheWaitAnew() {
        var rounds = rounds(1, 60);
        run(rounds, new Scripted(1_000, 0));

        assertThat(run(rounds, new Scripted(1_000, 1)))
                .as("at another level: 0.1 s that are not judged, and one of 3 s")
                .containsExactly(100L, 3_000L);
    }

    @Test
    void compilersThatBeginAnewAreWaitedFor() {
        assertThat(run(rounds(1, 60), new Scripted(500, round -> round < 3 || round == 4)))
                .as("quiet in 3, and in 5 and 6")
                .hasSize(6);
    }

    @Test
    void theFewestRequestsAreThoseBeforeTheFirstWindow() {
        var rounds = rounds(10_000, 60);
        assertThat(run(rounds, new Scripted(1_000, 0), new Scripted(1_000, 0)))
                .containsExactly(100L, 3_000L, 3_000L, 3_000L, 3_000L);
        assertThat(run(rounds, new Scripted(1_000, 0), new Scripted(1_000, 0)))
                .as("at another level, when all are warm")
                .containsExactly(100L, 3_000L);
    }

    @Test
    void aTargetThatKeepsCompilingIsWarmedUpForTheLimitOnly() {
        assertThat(run(rounds(1, 9), new Scripted(500, 0), new Scripted(500, round -> true)))
                .as("0.2 s, two of 3 s, and what three pauses leave of 9 s")
                .containsExactly(100L, 1_500L, 1_500L, 650L);
        assertThat(run(rounds(10_000, 0), new Scripted(500, 5))).hasSize(1);
    }

    @Test
    void warmingUpEndsAfterTheRoundInWhichTheUserStopsTheRun() {
        var stopped = new WarmUpRounds(10_000, Duration.ofSeconds(60), clock, () -> true);

        assertThat(run(stopped, new Scripted(500, 5), new Scripted(500, 5))).containsExactly(100L);
    }
}
