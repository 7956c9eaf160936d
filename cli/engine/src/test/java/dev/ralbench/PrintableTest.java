package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f, // of ASCII
                0x80, 0x85, 0x9b, 0x9d, 0x9f, // of Latin-1: 9B begins a sequence as ESC [ does
                0x202a, 0x202d, 0x202e, 0x2066, 0x2069, // direction of writing
            })
    void noSignGivesOrders(int sign) {
        var hostile = "a" + Character.toString(sign) + "b";

        assertThat(Printable.line(hostile)).isEqualTo("a?b");
        assertThat(Printable.lines(hostile)).isEqualTo("a?b");
        assertThat(Printable.output(hostile)).isEqualTo("a?b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "µ · → ✅ 漢字 עברית 😀", "\u00a0", "\u2029"})
    void otherSignsStay(String text) {
        assertThat(Printable.line(text)).isEqualTo(text);
        assertThat(Printable.lines(text)).isEqualTo(text);
    }

    @Test
    void aLineHasNoBreaksAndLinesHave() {
        assertThat(Printable.line("one\ntwo\tthree\r")).isEqualTo("one?two?three?");
        assertThat(Printable.lines("one\r\ntwo\tthree\n")).isEqualTo("one\ntwo\tthree\n");
        assertThat(Printable.lines("kept\rover it")).isEqualTo("kept?over it");
    }

    @Test
    void theColoursOfAProgramAreLeftOut() {
        assertThat(Printable.output("\u001b[1;32mINFO\u001b[0m ready\u001b[38;2;1;2;3m.\u001b[m"))
                .isEqualTo("INFO ready.");
        assertThat(Printable.output("\u001b[2K\u001b]0;title\u0007")).isEqualTo("?[2K?]0;title?");
        assertThat(Printable.output("10 %\r20 %\r\ndone")).isEqualTo("10 %\n20 %\ndone");
    }
}
