package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlternatingBlockTest {
    private static String rounds(int count, List<String> permutation) {
        return IntStream.range(0, count)
                .mapToObj(round -> String.join("", AlternatingBlock.inRound(round, permutation)))
                .reduce("", String::concat);
    }

    @Test
    void pairsGoABBAABBA() {
        assertThat(rounds(4, List.of("A", "B"))).isEqualTo("ABBAABBA");
        assertThat(rounds(3, List.of("B", "A"))).isEqualTo("BAABBA");
    }

    @Test
    void moreVariantsGoForwardsAndBackwards() {
        assertThat(rounds(3, List.of("A", "B", "C"))).isEqualTo("ABCCBAABC");
    }
}
