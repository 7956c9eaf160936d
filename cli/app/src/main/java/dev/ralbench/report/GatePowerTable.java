package dev.ralbench.report;

import dev.ralbench.gate.GatePower.PowerRow;
import dev.ralbench.gate.GatePower.PowerTable;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import java.util.ArrayList;
import java.util.List;

/** How a gate ends if the truth is known, as text. */
public final class GatePowerTable {
    private GatePowerTable() {}

    /** Lines without line ends. */
    public static List<String> render(PowerTable table, Page page) {
        var lines = new ArrayList<>(page.wrapped(
                Emphasis.NONE,
                "how the whole gate ends, simulated with " + table.basis()
                        + "; exact and absolute rules are taken to pass",
                2));
        lines.addAll(new Table<>(columns()).render(List.of(table.rows()), page));
        return lines;
    }

    private static List<Column<PowerRow>> columns() {
        return List.of(
                Column.text("truth", 0, PowerRow::truth),
                Column.number("noise", 0, row -> "×" + row.times()),
                Column.number("fails", 0, row -> Numbers.share(row.outlook().fails())),
                Column.number("passes", 0, row -> Numbers.share(row.outlook().passes())),
                Column.number("undecided", 0, row -> Numbers.share(row.outlook().inconclusive())),
                Column.number("invalid", 1, row -> Numbers.share(row.outlook().invalid())),
                Column.number(
                        "pairs", 0, row -> Numbers.significant(row.outlook().pairs())));
    }
}
