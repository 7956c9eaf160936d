package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.report.HtmlPage;
import dev.ralbench.report.RunReport;
import dev.ralbench.report.comparison.CompareCsv;
import dev.ralbench.report.comparison.CompareJUnit;
import dev.ralbench.report.comparison.CompareJson;
import dev.ralbench.report.comparison.CompareMarkdown;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.CompareText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The format of a report, with the file name extension that selects it. */
enum ReportFormat {
    TERMINAL("txt", "(?m)^ralbench compare |\\d trials? each|\\d vCPU"),
    MARKDOWN("md", "^<!-- ralbench:"),
    JSON("json", "^\\{\\s*\"schema\": \"ralbench\\.(compare|report)/"),
    JUNIT("xml", "<testsuites name=\"ralbench\""),
    CSV("csv", "^(scenario,kind|run,scenario),"),
    HTML("html", "(?s)^<!doctype html>.*ralbench");

    private static final int BEGINNING_BYTES = 16 * 1024;

    private final String ending;
    /** Found at the beginning of every report of the format. */
    private final Pattern mark;

    ReportFormat(String ending, String mark) {
        this.ending = ending;
        this.mark = Pattern.compile(mark);
    }

    /** The name in lower case, as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds the format by the file name extension; empty if no format has it. */
    static Optional<ReportFormat> find(Path file) {
        var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith("." + format.ending))
                .findFirst();
    }

    /**
     * The format that the file name extension selects.
     *
     * @throws Failure of usage if it has none of a format
     */
    static ReportFormat of(Path file) {
        return find(file)
                .orElseThrow(() -> Failure.usage(
                        "--output " + file + ": its ending does not say which format is meant",
                        "known endings: "
                                + Arrays.stream(values())
                                        .map(format -> "." + format.ending + " (" + format + ")")
                                        .collect(Collectors.joining(", ")),
                        "give the file one of them, or - for standard output"));
    }

    /**
     * Refuses a file that an earlier report did not leave: notes, a scenario, or the result that is read.
     *
     * @param file of that format, which may be missing
     */
    void checkReplaceable(Path file) {
        try {
            if (Files.isRegularFile(file)
                    && Files.size(file) > 0
                    && !mark.matcher(beginning(file)).find()) {
                throw Failure.usage(
                        "--output " + file + " exists and is no " + this + " report of ralbench",
                        "a report would overwrite it",
                        "give --output another name, or remove the file");
            }
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot read " + file + ", which --output names",
                            String.valueOf(e.getMessage()),
                            "give --output another name")
                    .causedBy(e);
        }
    }

    private static String beginning(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The endings of all formats but one, as a message lists them. */
    static String endingsWithout(ReportFormat left) {
        return Arrays.stream(values())
                .filter(format -> format != left)
                .map(format -> "." + format.ending)
                .collect(Collectors.joining(", "));
    }

    /** Whether a run by itself can be reported in it. */
    boolean isOfRuns() {
        return this != JUNIT;
    }

    /**
     * Refuses a format that has no reports of runs.
     *
     * @param file of that format
     */
    void checkRuns(Path file) {
        if (!isOfRuns()) {
            throw Failure.usage(
                    "--output " + file + ": a run by itself is not reported as JUnit's XML",
                    "that format has a test for each rule of a gate and each difference between variants",
                    "compare variants (ralbench compare, run with two of them), or give the file another ending: "
                            + endingsWithout(this));
        }
    }

    /**
     * The whole document with its line end.
     *
     * @param pictures get those that it shows
     */
    String render(RunReport report, Page page, Pictures pictures) {
        return switch (this) {
            case TERMINAL -> report.text(page);
            case MARKDOWN -> report.markdown(page.signs(), pictures);
            case JSON -> report.json();
            case CSV -> report.csv();
            case HTML -> report.html(page).render();
            case JUNIT -> throw new IllegalStateException("refused before");
        };
    }

    /**
     * The whole document with its line end.
     *
     * @param pictures get those that it shows
     */
    String render(CompareReport report, CompareText text, Pictures pictures) {
        return switch (this) {
            case TERMINAL -> text.render(report);
            case MARKDOWN ->
                new CompareMarkdown(report, text.page().signs(), text.isDetailed(), pictures).render()
                        + text.reference(report);
            case JSON -> new CompareJson(report).render();
            case JUNIT -> CompareJUnit.render(report);
            case CSV -> CompareCsv.render(report);
            case HTML -> page(report, text).render();
        };
    }

    /** A comparison as a page with charts. */
    static HtmlPage page(CompareReport report, CompareText text) {
        return HtmlPage.ofComparison(new CompareJson(report).document(), report.runs(), text.render(report));
    }
}
