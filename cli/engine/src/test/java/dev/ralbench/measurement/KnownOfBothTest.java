package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownOfBothTest {
    @Test
    void whatBothKnowAddsUp() {
        assertThat(KnownOfBoth.of(Optional.of(2L), Optional.of(3L), Long::sum)).contains(5L);
    }

    @Test
    void whatOneOfThemDoesNotKnowIsUnknown() {
        assertThat(KnownOfBoth.of(Optional.of(2L), Optional.empty(), Long::sum)).isEmpty();
        assertThat(KnownOfBoth.of(Optional.empty(), Optional.of(3L), Long::sum)).isEmpty();
    }

    @Test
    void aNameThatOnlyOneOfThemHasIsLeftOut() {
        assertThat(KnownOfBoth.of(Map.of("hits", 2, "mine", 1), Map.of("hits", 3, "theirs", 1), Integer::sum))
                .isEqualTo(Map.of("hits", 5));
    }
}
