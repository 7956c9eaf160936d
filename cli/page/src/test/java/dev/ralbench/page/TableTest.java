package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private record SampleRow(String name, int number, String remark) {}

    private static final Table<SampleRow> TABLE = new Table<>(List.of(
            Column.text("name", 0, SampleRow::name),
            Column.number("number", 0, row -> Integer.toString(row.number)),
            Column.text("remark", 1, SampleRow::remark)));

    @Test
    void columnsAreAsWideAsTheirWidestField() {
        assertThat(TABLE.render(
                        List.of(List.of(new SampleRow("a", 5, "x"), new SampleRow("longer", 1234567, "y"))),
                        Page.plain(80)))
                .containsExactly("name     number  remark", "a             5  x", "longer  1234567  y");
    }

    @Test
    void groupsAreSeparatedByABlankLine() {
        assertThat(TABLE.render(
                        List.of(List.of(new SampleRow("a", 1, "")), List.of(new SampleRow("b", 2, ""))),
                        Page.plain(80)))
                .containsExactly("name  number  remark", "a          1", "", "b          2");
    }

    @Test
    void theLeastImportantColumnFallsAwayFirstAndIsNamed() {
        var row = new SampleRow("a", 1, "a remark that is too long for a page of forty columns");

        assertThat(TABLE.render(List.of(List.of(row)), Page.plain(40)))
                .containsExactly(
                        "name  number",
                        "a          1",
                        "not shown in 40 columns: remark; a",
                        "  terminal of 67 columns or a file shows",
                        "  all");
        assertThat(TABLE.render(List.of(List.of(row)), Page.plain(67))).hasSize(2);
    }

    @Test
    void aSpareColumnIsThereIfThereIsRoomAndNotMissedIfNot() {
        var spare = new Table<>(List.of(
                Column.text("name", 0, SampleRow::name),
                Column.number("number", Column.SPARE, row -> Integer.toString(row.number)),
                Column.text("remark", 1, SampleRow::remark)));
        var remark = "a remark that is forty-five letters long here";
        var rows = List.of(List.of(new SampleRow("a", 1, remark)));

        assertThat(spare.render(rows, Page.plain(59)))
                .containsExactly("name  number  remark", "a          1  " + remark);
        assertThat(spare.render(rows, Page.plain(58))).containsExactly("name  remark", "a     " + remark);
        assertThat(spare.render(rows, Page.plain(40)))
                .containsExactly(
                        "name",
                        "a",
                        "not shown in 40 columns: remark; a",
                        "  terminal of 51 columns or a file shows",
                        "  all");
    }

    @Test
    void columnsThatFitOnNoPageAreInReports() {
        var row = new SampleRow("a", 1, "x".repeat(Page.WIDEST));

        assertThat(TABLE.render(List.of(List.of(row)), Page.plain(Page.WIDEST)))
                .last()
                .isEqualTo("not shown in 100 columns: remark; result files and reports have all");
    }

    @Test
    void aNameThatIsTooLongIsShortenedAndANumberNever() {
        var row = new SampleRow("a-variant-with-a-name-that-is-hard-to-remember", 123456789, "");

        assertThat(TABLE.render(List.of(List.of(row)), Page.plain(40)))
                .element(1)
                .satisfies(line -> assertThat(line).hasSize(40).contains("…").endsWith("  123456789"));
    }

    @Test
    @Disturbance(value = "control characters in the names of a table", then = "not on the terminal")
    void controlSignsInNamesDoNotReachTheTerminal() {
        var row = new SampleRow("\u001b[31mred\n", 1, "");

        assertThat(TABLE.render(List.of(List.of(row)), Page.plain(80))).last().isEqualTo("?[31mred?       1");
    }
}
