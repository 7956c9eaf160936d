package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.report.ComparisonView;
import dev.ralbench.report.Page;
import dev.ralbench.report.ReferenceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** In which forms a comparison is reported, and where to. */
final class ReportOptions {
    private static final String STANDARD_OUTPUT = "-";

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
            paramLabel = "KIND",
            split = ",",
            description = "Add a table of figures beside each other: ${COMPLETION-CANDIDATES}.")
    private Set<ReferenceTable.Figures> reference = Set.of();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    /** Refuses what could not be written, before anything is computed. */
    void check() {
        var seen = new HashSet<Path>();
        for (var file : files) {
            if (isStandardOutput(file)) {
                continue;
            }
            ReportFormat.of(file);
            if (!seen.add(file.toAbsolutePath().normalize())) {
                throw Failure.usage("--output " + file + " is given twice", "", "name each file once");
            }
            if (Files.isDirectory(file)) {
                throw Failure.usage("--output " + file + " is a directory", "", "name a file in it");
            }
        }
    }

    /** The report on standard output, and the files. Files are as wide as tables get, and without colour. */
    void write(Console console, ComparisonView view) {
        var text = new TextReport(display.page(console), ramp, reference);
        var onPaper = text.on(paper(text.page()));
        for (var file : files) {
            if (!isStandardOutput(file)) {
                write(file, ReportFormat.of(file).render(view, onPaper));
            }
        }
        console.out().print(format.render(view, format == ReportFormat.TERMINAL ? text : onPaper));
        console.out().flush();
    }

    private static Page paper(Page screen) {
        return Page.plain(Integer.MAX_VALUE).with(screen.signs());
    }

    private static boolean isStandardOutput(Path file) {
        return file.toString().equals(STANDARD_OUTPUT);
    }

    private static void write(Path file, String content) {
        try {
            var folder = Optional.ofNullable(file.toAbsolutePath().getParent());
            if (folder.isPresent()) {
                Files.createDirectories(folder.get());
            }
            Files.writeString(file, content);
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot write the report " + file,
                            e.getClass().getSimpleName() + ": " + e.getMessage(),
                            "give --output a place that can be written to")
                    .causedBy(e);
        }
    }
}
