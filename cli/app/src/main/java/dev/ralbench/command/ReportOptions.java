package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.report.ReferenceTable;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.CompareText;
import dev.ralbench.report.comparison.ComparisonRefusal;
import dev.ralbench.result.ReadProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the format of a comparison's report and the files to write. */
final class ReportOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "What goes to standard output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ReportFormat format = ReportFormat.TERMINAL;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            converter = OutputPath.class,
            description =
                    "Write a report to this file too; its ending (html, json, md, xml, csv, txt; for other tools tidy.csv,"
                            + " hlog, bmf.json, smaller.json, bigger.json, prom) says in which format. May be given several"
                            + " times. \"-\" writes to standard output, in the format of --format.")
    private List<Path> files = List.of();

    @Option(names = "--ramp", description = "An overview with one line per level.")
    private boolean showsRamp;

    @Option(
            names = "--details",
            description = "Everything, however long: every metric of every comparison, every machine's estimates, and"
                    + " every fact in which results differ.")
    private boolean isDetailed;

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

    /** Refuses unwritable files before anything is computed. */
    void check() {
        ReportFiles.check(files);
    }

    /** Refuses what a comparison of searches cannot do. */
    void checkTerminalOnly() {
        if (!files.isEmpty() || format != ReportFormat.TERMINAL) {
            throw Failure.usage(
                    "searches for capacity are compared on standard output only",
                    "their comparison is a few sentences, and no table of metrics",
                    "leave --output and --format out; the figures are in each result, under trials[].capacity");
        }
    }

    Page page(Console console) {
        return display.page(console);
    }

    /** Says how far a long file has been read, unless ralbench is to be quiet. */
    ReadProgress reading(Console console, Clock clock) {
        return display.reading(console, clock);
    }

    boolean isDetailed() {
        return isDetailed;
    }

    /** Writes the files, and a document if a program reads standard output; a person sees the usual failure message. */
    void write(Console console, ComparisonRefusal refusal) {
        var report = CompareReport.of(refusal);
        var document = writtenToFiles(console, report);
        if (format != ReportFormat.TERMINAL) {
            print(console, report, document);
        }
    }

    /** The report on standard output, and the files. */
    void write(Console console, CompareReport report) {
        print(console, report, writtenToFiles(console, report));
    }

    private FileReport writtenToFiles(Console console, CompareReport report) {
        var document = FileReport.of(report, text(console));
        ReportFiles.write(files, document, display.notes(console));
        return document;
    }

    private void print(Console console, CompareReport report, FileReport document) {
        if (display.isVerdictOnly() && format == ReportFormat.TERMINAL) {
            QuietSummary.lines(report).forEach(console.out()::println);
            console.out().flush();
            return;
        }
        console.out()
                .print(
                        format == ReportFormat.TERMINAL
                                ? text(console).render(report)
                                : document.document(format, Pictures.none()));
        console.out().flush();
    }

    private CompareText text(Console console) {
        return new CompareText(display.page(console), showsRamp, isDetailed, reference);
    }
}
