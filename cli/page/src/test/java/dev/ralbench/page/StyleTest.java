package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StyleTest {
    /** What is not in it would not reach the terminal. */
    @ParameterizedTest
    @EnumSource(Emphasis.class)
    void theSequencesAreKnown(Emphasis emphasis) {
        var styled = Style.COLOUR.apply(emphasis, "text");

        assertThat(Style.SEQUENCE.matcher(styled).replaceAll("")).isEqualTo("text");
    }
}
