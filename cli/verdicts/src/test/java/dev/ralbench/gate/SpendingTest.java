package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the levels of error are spent over the looks. */
class SpendingTest {
    private static final List<Integer> LOOKS = List.of(6, 9, 12, 16, 20);

    @Test
    void rulesFailOnlyAtLooksThatCouldFindSomething() {
        var spending = Spending.of(LOOKS, 0.01, 0.05, 4);

        // four rules and four looks need 11 pairs, but the look at 9 has fewer; with three looks it is 11, too
        assertThat(spending.failing()).containsExactly(12, 16, 20);
        assertThat(spending.fail()).containsExactly(0.0, 0.0, 0.01 / 3, 0.01 / 3, 0.01 / 3);
    }

    @Test
    void aRuleAloneMayFailEarlier() {
        assertThat(Spending.of(LOOKS, 0.01, 0.05, 1).failing()).containsExactly(9, 12, 16, 20);
    }

    @Test
    void tooManyRulesMayNeverFail() {
        assertThat(Spending.of(List.of(6, 9), 0.01, 0.05, 12).failing()).isEmpty();
    }

    @Test
    void theFirstLookGetsWhatItsPairsNeedToPass() {
        var spending = Spending.of(LOOKS, 0.01, 0.05, 4);

        assertThat(spending.passing()).isEqualTo(LOOKS);
        assertThat(spending.pass().getFirst()).isEqualTo(1 / 64.0);
        assertThat(spending.pass().subList(1, 5))
                .allSatisfy(share -> assertThat(share).isCloseTo((0.05 - 1 / 64.0) / 4, within(1e-15)));
    }

    @Test
    void aLookWithTooFewPairsLeavesItsShareToTheOthers() {
        var spending = Spending.of(List.of(1, 3, 12), 0.01, 0.05, 1);

        assertThat(spending.passing()).containsExactly(12);
        assertThat(spending.pass().getLast()).isEqualTo(0.05);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 12})
    void noMoreIsSpentThanThereIs(int rules) {
        for (var looks : List.of(LOOKS, List.of(12), List.of(1), List.of(5, 6, 7), List.of(7, 8, 9, 10, 11))) {
            var spending = Spending.of(looks, 0.01, 0.05, rules);

            assertThat(sum(spending.fail())).isLessThanOrEqualTo(0.01 + 1e-15);
            assertThat(sum(spending.pass())).isLessThanOrEqualTo(0.05 + 1e-15);
        }
    }

    private static double sum(List<Double> shares) {
        return shares.stream().mapToDouble(Double::doubleValue).sum();
    }

    @Test
    void theLookReachedIsTheLastOneWithEnoughBlocks() {
        var spending = Spending.of(LOOKS, 0.01, 0.05, 4);

        assertThat(spending.reached(8, false)).isEqualTo(new Look(1, 5, 0, 1 / 64.0, false));
        assertThat(spending.reached(12, false).number()).isEqualTo(3);
        assertThat(spending.reached(12, true).isLast())
                .as("no more blocks will come")
                .isTrue();
        assertThat(spending.reached(2, false).number()).isEqualTo(1);
    }

    @Test
    void aRunThatEndsBetweenTwoLooksSpendsTheShareOfTheNext() {
        var spending = Spending.of(List.of(6, 20), 0.01, 0.02, 1);

        assertThat(spending.reached(6, true)).as("the same pairs").isEqualTo(new Look(1, 2, 0, 1 / 64.0, true));
        assertThat(spending.reached(19, true))
                .as("more pairs, judged a second time")
                .isEqualTo(new Look(
                        1, 2, spending.fail().getLast(), spending.pass().getLast(), true));
    }

    @Test
    void aLostBlockIsNotTheLastAsLongAsItCanBeReplaced() {
        var spending = Spending.of(LOOKS, 0.01, 0.05, 4);

        assertThat(spending.reached(19, false).isLast()).isFalse();
        assertThat(spending.reached(20, false).isLast()).isTrue();
    }
}
