package dev.ralbench.command;

import dev.ralbench.monitoring.OtlpEndpoint;
import dev.ralbench.monitoring.StoredMetrics;
import dev.ralbench.page.Pictures;
import dev.ralbench.report.LimitLines;
import dev.ralbench.report.RunReport;
import dev.ralbench.report.RunTable;
import dev.ralbench.result.ResultFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the tables of stored runs. */
@Command(
        name = "report",
        description = {
            "Prints the tables of stored results, as run printed them. Each file is reported by itself; ralbench compare"
                    + " lays results side by side. Reads files only; nothing is started."
        },
        footer = {
            "",
            "Examples:",
            "  ralbench report results/20260211T091407Z-shop.json --details",
            "  ralbench report results/20260211T091407Z-shop.json -o shop.md -o shop.csv"
        })
final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Result files of ralbench run.")
    private List<Path> files = List.of();

    @Option(names = "--details", description = "Also print the view inside the targets.")
    private boolean hasDetails;

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
                    "Write the report to this file too; its ending (html, txt, md, csv, json, xml; for other tools tidy.csv,"
                            + " hlog, bmf.json, smaller.json, bigger.json, prom) says in which format. md has pictures next"
                            + " to it (.svg). May be given several times.")
    private List<Path> reports = List.of();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description =
                    "Send the figures to an OpenTelemetry receiver, with the times of the run, by OTLP over HTTP, such as"
                            + " http://127.0.0.1:4318; headers, such as a token, from OTEL_EXPORTER_OTLP_HEADERS.")
    private Optional<String> otlp = Optional.empty();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    ReportCommand(Console console) {
        this.console = console;
    }

    private record StoredRun(Path file, RunReport.ReportedRun run) {}

    @Override
    public Integer call() {
        ReportFiles.check(reports);
        var endpoint = otlp.map(url -> OtlpEndpoint.of(url, console.environment()));
        var given = given();
        var detail = hasDetails ? RunTable.Detail.FULL : RunTable.Detail.SHORT;
        var report = FileReport.of(
                new RunReport(given.stream().map(StoredRun::run).toList(), detail), display.page(console));
        if (format == ReportFormat.TERMINAL) {
            lines(given, detail).forEach(console.out()::println);
        } else {
            console.out().print(report.document(format, Pictures.none()));
            console.out().flush();
        }
        ReportFiles.write(reports, report, display.notes(console));
        endpoint.ifPresent(receiver -> given.forEach(each -> send(each, receiver)));
        return ExitCode.OK.code();
    }

    /** Each run once: the counts of one that is given twice would be those of both. */
    private List<StoredRun> given() {
        var byRun = new LinkedHashMap<String, StoredRun>();
        for (var file : files) {
            var read = read(file);
            Optional.ofNullable(byRun.putIfAbsent(read.run().result().origin().runId(), read))
                    .ifPresent(before ->
                            console.err().println("ralbench: skipped " + file + ": the same run as " + before.file()));
        }
        return List.copyOf(byRun.values());
    }

    private void send(StoredRun given, OtlpEndpoint receiver) {
        StoredMetrics.send(given.run().result(), receiver, Version.number());
        display.notes(console).accept("sent: " + given.file() + " to " + receiver);
    }

    private static StoredRun read(Path file) {
        var result = ResultFile.read(file);
        return new StoredRun(file, RunConclusion.judged(file.toString(), result));
    }

    private List<String> lines(List<StoredRun> given, RunTable.Detail detail) {
        var lines = new ArrayList<String>();
        for (var each : given) {
            if (!lines.isEmpty() && !display.isVerdictOnly()) {
                lines.add("");
            }
            lines.addAll(lines(each, detail));
        }
        return lines;
    }

    /** The lines that {@code run} prints at its end. */
    private List<String> lines(StoredRun given, RunTable.Detail detail) {
        var result = given.run().result();
        if (display.isVerdictOnly()) {
            return QuietSummary.lines(result, Optional.of(given.file()));
        }
        var page = display.page(console);
        var lines = new ArrayList<>(new RunTable(result, detail).render(page, Optional.of(given.file())));
        if (result.layout().design().capacity().isEmpty()) {
            lines.addAll(LimitLines.render(given.run().limits(), page));
        }
        return lines;
    }
}
