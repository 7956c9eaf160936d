package dev.ralbench.command;

import dev.ralbench.report.ComparisonRefusal;
import dev.ralbench.report.ComparisonView;
import dev.ralbench.report.ReferenceTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** In which forms a comparison is reported, and where to. */
final class ReportOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "What goes to standard output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ReportFormat format = ReportFormat.TERMINAL;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Write a report to this file too; its ending (json, md, xml, csv, txt) says in which format. May"
                            + " be given several times. - is standard output, in --format.")
    private List<Path> files = List.of();

    @Option(names = "--ramp", description = "An overview with one line per level.")
    private boolean ramp;

    @Option(
            names = "--reference",
            arity = "0..1",
            fallbackValue = "measured,predicted,published",
            paramLabel = "KIND",
            split = ",",
            description = "Add a table of figures next to each other: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<ReferenceTable.Figures> reference = Set.of();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    /** Refuses what could not be written, before anything is computed. */
    void check() {
        ReportFiles.check(files);
    }

    /** The files, and a document where a program reads one from standard output; a person is told as of every failure. */
    void write(Console console, ComparisonRefusal refusal) {
        var signs = display.page(console).signs();
        ReportFiles.write(files, refusal, signs);
        if (format != ReportFormat.TERMINAL) {
            console.out().print(format.render(refusal, signs));
            console.out().flush();
        }
    }

    /** The report on standard output, and the files. */
    void write(Console console, ComparisonView view) {
        var text = new TextReport(display.page(console), ramp, reference);
        ReportFiles.write(files, view, text);
        console.out().print(format.render(view, format == ReportFormat.TERMINAL ? text : ReportFiles.onPaper(text)));
        console.out().flush();
    }
}
