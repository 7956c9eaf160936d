package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
    @ParameterizedTest
    @ValueSource(strings = {"-1+cmd|' /C calc'!A0", "=1+1", "+1", "@SUM(A1)", "\tx", "-", "--1", "-1-1"})
    @Disturbance(value = "a cell that a spreadsheet would run:", then = "it is text")
    void aCellThatASpreadsheetWouldRunIsText(String cell) {
        assertThat(Csv.line(List.of("a", cell))).isEqualTo("a,'" + cell + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.25", "-1.5E-7", "1.0E7", "NaN", "a-b", ""})
    void aNumberStaysOne(String cell) {
        assertThat(Csv.line(List.of("a", cell))).isEqualTo("a," + cell + "\n");
    }

    @Test
    void quotesAndLineBreaksAreKept() {
        assertThat(Csv.line(List.of("a \"b\", c", "d\ne"))).isEqualTo("\"a \"\"b\"\", c\",\"d\ne\"\n");
    }

    @Test
    @Disturbance(value = "signs that give a terminal orders in a cell of a CSV file", then = "replaced")
    void noCellGivesATerminalOrders() {
        assertThat(Csv.line(List.of("\u001b[2J", "\u009b31m", "a\u202eb", "\u0007")))
                .isEqualTo("?[2J,?31m,a?b,?\n");
    }
}
