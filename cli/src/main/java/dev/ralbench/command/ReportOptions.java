package dev.ralbench.command;

import dev.ralbench.report.ComparisonTable;
import dev.ralbench.report.ComparisonView;
import picocli.CommandLine.Mixin;

/** In which forms a comparison is reported, and where to. */
final class ReportOptions {
    @Mixin
    private DisplayOptions display = new DisplayOptions();

    void check() {}

    void write(Console console, ComparisonView view) {
        new ComparisonTable(view).render(display.page(console)).forEach(console.out()::println);
    }
}
