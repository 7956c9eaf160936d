package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Machine;
import dev.ralbench.compare.MachineEffects;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The result of each machine of a comparison, and whether the machines disagree. */
final class MachineTable {
    /** Longer tables are shown only on request. */
    private static final int MOST_ROWS = 20;

    private final ComparisonView view;
    private final List<Machine> machines;
    private final List<MachineEffects> effects;

    MachineTable(ComparisonTable table) {
        this.view = table.view();
        this.machines = view.machines();
        var cells = table.shown().stream().map(ComparisonRow::cell).toList();
        this.effects = view.isJudged() ? MachineEffects.of(machines, cells) : List.of();
    }

    /** Whether there is anything to say: results of one machine, or of different variants, have none. */
    boolean isEmpty() {
        return effects.isEmpty();
    }

    /** Such as {@code machine A (2 runs): machine.cpu AMD EPYC}. */
    List<String> legend(boolean isDetailed) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < machines.size(); i++) {
            var machine = machines.get(i);
            lines.add("machine " + name(i) + " ("
                    + Numbers.counted(machine.runs().size(), "run") + "): " + Facts.of(machine.facts(), isDetailed));
        }
        return lines;
    }

    /** How far machines disagree, in a sentence. */
    String summary() {
        long tested =
                effects.stream().filter(each -> each.probability().isPresent()).count();
        if (tested == 0) {
            return "Whether the machines disagree cannot be told: that takes two blocks on each.";
        }
        long beyond = effects.stream().filter(MachineEffects::isBeyondNoise).count();
        var test = " (Kruskal-Wallis over blocks, Benjamini-Hochberg at 5 %)";
        return beyond == 0
                ? "The machines differ by no more than the noise within each explains" + test + "."
                : "The machines DISAGREE in " + beyond + " of " + tested + " changes by more than the noise within each"
                        + " explains" + test + ".";
    }

    boolean isDisagreement() {
        return effects.stream().anyMatch(MachineEffects::isBeyondNoise);
    }

    /** The rows to show: all if they are few or asked for, else those in which machines disagree. */
    List<MachineEffects> rows(boolean isDetailed) {
        return isDetailed || effects.size() <= MOST_ROWS
                ? effects
                : effects.stream().filter(MachineEffects::isBeyondNoise).toList();
    }

    List<Column<MachineEffects>> columns() {
        var columns = new ArrayList<Column<MachineEffects>>();
        columns.add(Column.number(
                LevelTitle.of(view.comparison().levels()),
                0,
                row -> row.cell().level().name()));
        if (view.hasSeveralVariants()) {
            columns.add(Column.text("variant", 0, row -> view.title(row.cell().variant())));
        }
        columns.add(Column.text("metric", 0, row -> row.cell().metric().title()));
        for (int i = 0; i < machines.size(); i++) {
            int machine = i;
            columns.add(Column.number(
                    name(i),
                    i < 2 ? 0 : i,
                    row -> change(row.cell(), row.estimates().get(machine))));
        }
        columns.add(Column.number("apart", 0, MachineTable::range));
        columns.add(Column.text("noise explains it", 0, MachineTable::explained));
        return columns;
    }

    /** Lines for a terminal. */
    List<String> render(Page page, boolean isDetailed) {
        var lines = new ArrayList<String>();
        lines.add("");
        legend(isDetailed).forEach(line -> lines.addAll(page.wrapped(Emphasis.NONE, line, 2)));
        var rows = rows(isDetailed);
        if (!rows.isEmpty()) {
            lines.addAll(new Table<>(columns()).render(List.of(rows), page));
        }
        var more = rows.size() < effects.size() ? " --details shows all " + effects.size() + "." : "";
        lines.addAll(page.wrapped(isDisagreement() ? Emphasis.WARNING : Emphasis.NONE, summary() + more, 2));
        return lines;
    }

    private static String name(int machine) {
        return machine < 26 ? Character.toString('A' + machine) : Integer.toString(machine + 1);
    }

    private static String change(Cell cell, OptionalDouble harm) {
        return harm.isPresent()
                ? ChangeText.ofHarm(cell.metric(), cell.change().orElseThrow().scale(), harm.getAsDouble())
                : "n/a";
    }

    private static String range(MachineEffects row) {
        var change = row.cell().change().orElseThrow();
        return ChangeText.distance(row.cell().metric(), change.scale(), row.range());
    }

    private static String explained(MachineEffects row) {
        return row.probability().isEmpty() ? "too few blocks" : row.isBeyondNoise() ? "NO" : "yes";
    }
}
