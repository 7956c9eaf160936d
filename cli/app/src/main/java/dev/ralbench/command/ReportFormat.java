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
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The format of a report, with the file name extension that selects it. */
enum ReportFormat {
    TERMINAL("txt"),
    MARKDOWN("md"),
    JSON("json"),
    JUNIT("xml"),
    CSV("csv"),
    HTML("html");

    private final String ending;

    ReportFormat(String ending) {
        this.ending = ending;
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

    /** The endings of all formats but one, as a message lists them. */
    static String endingsWithout(ReportFormat left) {
        return Arrays.stream(values())
                .filter(format -> format != left)
                .map(format -> "." + format.ending)
                .collect(Collectors.joining(", "));
    }

    /**
     * Refuses a format that has no reports of runs.
     *
     * @param file of that format
     */
    void checkRuns(Path file) {
        if (this == JUNIT) {
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
