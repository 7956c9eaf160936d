package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import org.junit.jupiter.api.Test;

class ShownAnswerTest {
    @Test
    void aShortAnswerIsShownWhole() {
        var base = "{\"id\": 42,\n  \"price\": 12.5}";
        var shown = ShownAnswer.of(base, "{\"id\": 42,\n  \"price\": 12.6}");

        assertThat(shown.body()).isEqualTo("{\"id\": 42, \"price\": 12.5}");
        assertThat(shown.structure()).isEmpty();
    }

    @Test
    void ofALongOneThePartAroundTheFirstDifferenceIsShown() {
        var start = "a".repeat(10_000);
        var end = "b".repeat(10_000);

        assertThat(ShownAnswer.of(start + "1" + end, start + "2" + end).body())
                .isEqualTo("..." + "a".repeat(40) + "1" + "b".repeat(59) + "...");
    }

    @Test
    void anAnswerThatIsTheBeginningOfTheOtherIsShownToItsEnd() {
        assertThat(ShownAnswer.of("[1,2]", "[1,2]]").body()).isEqualTo("[1,2]");
        assertThat(ShownAnswer.of("", "[]").body()).isEmpty();
        assertThat(ShownAnswer.of("x".repeat(200), "x".repeat(200)).body()).isEqualTo("x".repeat(60) + "...");
    }

    @Test
    void anotherStructureIsShownNextToTheBody() {
        var shown = ShownAnswer.of("{\"id\":1,\"tag\":\"a\"}", "{\"id\":2,\"tags\":[]}");

        assertThat(shown.body()).isEqualTo("{\"id\":1,\"tag\":\"a\"}");
        assertThat(shown.structure()).contains("{\"id\":number,\"tag\":text}");
        assertThat(ShownAnswer.of("plain", "{}").structure()).isEmpty();
    }

    @Test
    @Disturbance(value = "control characters in an answer that differs", then = "not in the report")
    void noSignOfItMovesACursorOrIsCutInHalf() {
        assertThat(ShownAnswer.of("\u001b[2J\u202eab", "").body()).isEqualTo("?[2J?ab");
        var smiles = "\ud83d\ude00".repeat(100);
        var shown = ShownAnswer.of(smiles + "1", smiles + "2").body();
        assertThat(shown).matches("\\.\\.\\.(\ud83d\ude00)+1");
        assertThat(ShownAnswer.of(smiles, "").body()).matches("(\ud83d\ude00)+\\.\\.\\.");
    }
}
