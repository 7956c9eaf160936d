package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UserSharesTest {
    @Test
    void tenUsersOfFourFifthsAndOneFifthAreEightAndTwo() {
        var shares = new UserShares(List.of(80_000, 20_000));

        assertThat(shares.counts(10)).containsExactly(8, 2);
        assertThat(shares.counts(1)).containsExactly(1, 0);
        assertThat(IntStream.range(0, 10).map(shares::of)).containsExactly(0, 0, 1, 0, 0, 0, 0, 1, 0, 0);
    }

    @Test
    void oneClassHasAllUsers() {
        assertThat(new UserShares(List.of(UserShares.WHOLE)).counts(7)).containsExactly(7);
    }

    /** Of two classes each has the whole number that is nearest to its share. */
    @Test
    void twoClassesAreNearestToTheirSharesAtEachMoment() {
        for (int part = 1_000; part < UserShares.WHOLE; part += 1_700) {
            var shares = new UserShares(List.of(part, UserShares.WHOLE - part));
            int first = 0;
            for (int users = 1; users <= 500; users++) {
                first += shares.of(users - 1) == 0 ? 1 : 0;
                assertThat(Math.abs(2L * first * UserShares.WHOLE - 2L * users * part))
                        .isLessThanOrEqualTo(UserShares.WHOLE);
            }
        }
    }

    @Test
    void noneOfManyClassesIsEverAWholeUserAwayFromItsShare() {
        var random = new Random(1);
        for (int round = 0; round < 300; round++) {
            int classes = 3 + random.nextInt(30);
            var cuts = random.ints(1, UserShares.WHOLE / 10)
                    .distinct()
                    .limit(classes - 1)
                    .map(cut -> 10 * cut)
                    .sorted()
                    .toArray();
            var parts = IntStream.rangeClosed(0, cuts.length)
                    .map(i -> (i < cuts.length ? cuts[i] : UserShares.WHOLE) - (i > 0 ? cuts[i - 1] : 0))
                    .boxed()
                    .toList();
            var shares = new UserShares(parts);
            var counts = new long[parts.size()];
            for (int users = 1; users <= 2_000; users++) {
                counts[shares.of(users - 1)]++;
                for (int i = 0; i < counts.length; i++) {
                    assertThat(Math.abs(counts[i] * UserShares.WHOLE - (long) users * parts.get(i)))
                            .as("%s, class %s of %s users", parts, i, users)
                            .isLessThan(UserShares.WHOLE);
                }
            }
        }
    }

    @Test
    void sharesMakeAWhole() {
        assertThatThrownBy(() -> new UserShares(List.of(80_000, 10_000))).hasMessageContaining("add up to 100000");
        assertThatThrownBy(() -> new UserShares(List.of(100_000, 0))).hasMessageContaining("above 0");
    }
}
