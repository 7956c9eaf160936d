package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.result.ResultFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options that name the files for the result of a run and for reports on it. */
final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            converter = OutputPath.class,
            description =
                    "Result file (default: results/<time>-<scenario>.json). Ending in html, md, csv, prom, txt or xml (JUnit): a"
                            + " report; it compares the variants if there are several. md has pictures next to"
                            + " it (.svg). Ending in tidy.csv, hlog (HdrHistogram), bmf.json (Bencher), smaller.json or"
                            + " bigger.json (github-action-benchmark): figures for other tools."
                            + " May be given several times.")
    private List<Path> files = List.of();

    /**
     * Refuses files whose names do not fit their content.
     *
     * @param scenarios how many are run
     */
    void check(int scenarios) {
        files.forEach(OutputOptions::checkEnding);
        results().forEach(ResultFile::checkIsFile);
        ReportFiles.check(reports());
        if (!files.isEmpty() && scenarios > 1) {
            throw Failure.usage("--output names one file, but there are several scenarios", "", "run them one by one");
        }
        if (results().size() > 1) {
            throw Failure.usage("--output names several result files", "", "name one that ends in .json");
        }
    }

    /** A name without an ending is a result's, and so is that of an existing non-file, such as a pipe. */
    private static void checkEnding(Path file) {
        var name = String.valueOf(file.getFileName());
        boolean hasEnding = name.lastIndexOf('.') > 0;
        boolean isNoFile = Files.exists(file) && !Files.isRegularFile(file);
        if (name.equals("-")
                || (hasEnding && !isNoFile && ReportFormat.find(file).isEmpty())) {
            throw Failure.usage(
                    "--output " + file + ": its ending does not say what is meant",
                    "known endings: .json (the result), " + ReportFormat.endingsWithout(ReportFormat.JSON)
                            + " (reports)",
                    "give the file one of them; ralbench compare RESULT.json writes reports to standard output, too");
        }
    }

    /** The file for the result, if one is named. */
    Optional<Path> result() {
        return results().stream().findFirst();
    }

    private List<Path> results() {
        return files.stream().filter(OutputOptions::isResult).toList();
    }

    /** Files for reports on the comparison of the variants. */
    List<Path> reports() {
        return files.stream().filter(file -> !isResult(file)).toList();
    }

    /**
     * The command that writes the reports from a result that holds no whole comparison.
     *
     * @return empty if none is named
     */
    Optional<String> reportsOfARun(Path result) {
        var named = reports().stream().map(report -> " -o " + report).collect(Collectors.joining());
        return Optional.of(named).filter(files -> !files.isEmpty()).map(files -> "ralbench report " + result + files);
    }

    /**
     * The file for the page of a run that browsers follow, next to its result.
     *
     * @return empty if a page is named
     */
    Optional<Path> pageOf(Path result) {
        boolean isNamed = reports().stream()
                .anyMatch(file -> ReportFormat.find(file)
                        .filter(format -> format == ReportFormat.HTML)
                        .isPresent());
        var name = String.valueOf(result.getFileName()).replaceFirst("\\.json$", "");
        return isNamed ? Optional.empty() : Optional.of(result.resolveSibling(name + ".html"));
    }

    /**
     * Refuses to write the page of a run that browsers follow over another file: the command line does not name it.
     *
     * @throws Failure of usage
     */
    void checkPage() {
        result().flatMap(this::pageOf).filter(Files::exists).ifPresent(page -> {
            throw Failure.usage(
                    "--dashboard: its page would be written to " + page + ", which exists",
                    "",
                    "move that file, or name another with -o FILE.html");
        });
    }

    /** A name without a report's ending: a device, or a name without ending, means the result. */
    private static boolean isResult(Path file) {
        return ReportFormat.find(file)
                .filter(format -> format != ReportFormat.JSON)
                .isEmpty();
    }
}
