package dev.ralbench.command;

import dev.ralbench.monitoring.StoredMetrics;
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
import dev.ralbench.report.export.BenchmarkPoints;
import dev.ralbench.report.export.HistogramLogFile;
import dev.ralbench.report.export.TidyCsv;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A report as a file or a pipe gets it: as wide as tables get, and without colour. Its page for browsers is made once,
 * however many files and browsers get it.
 */
final class FileReport {
    private static final String MADE_ONCE = "a page is made once";

    private final BiFunction<ReportFormat, Pictures, String> document;
    private final Supplier<HtmlPage> maker;
    private Optional<HtmlPage> made = Optional.empty();

    private FileReport(BiFunction<ReportFormat, Pictures, String> document, Supplier<HtmlPage> maker) {
        this.document = document;
        this.maker = maker;
    }

    /** A report on runs, each by itself. */
    static FileReport of(RunReport report, Page page) {
        var paper = onPaper(page);
        return new FileReport(
                (format, pictures) -> switch (format) {
                    case TERMINAL -> report.text(paper);
                    case MARKDOWN -> report.markdown(paper.signs(), pictures);
                    case JSON -> report.json();
                    case CSV -> report.csv();
                    case JUNIT -> report.junit();
                    case TIDY -> TidyCsv.render(report.results());
                    case HLOG -> HistogramLogFile.render(report.results());
                    case BMF -> BenchmarkPoints.ofRuns(report.results()).bmf();
                    case SMALLER -> BenchmarkPoints.ofRuns(report.results()).smallerIsBetter();
                    case BIGGER -> BenchmarkPoints.ofRuns(report.results()).biggerIsBetter();
                    case PROMETHEUS -> StoredMetrics.text(report.results());
                    case HTML -> throw new IllegalStateException(MADE_ONCE);
                },
                () -> report.html(paper));
    }

    /** A report on runs that were compared. */
    static FileReport of(CompareReport report, CompareText text) {
        var paper = text.on(onPaper(text.page()));
        return new FileReport(
                (format, pictures) -> switch (format) {
                    case TERMINAL -> paper.render(report);
                    case MARKDOWN ->
                        new CompareMarkdown(report, paper.page().signs(), paper.isDetailed(), pictures).render()
                                + paper.reference(report);
                    case JSON -> new CompareJson(report).render();
                    case JUNIT -> CompareJUnit.render(report);
                    case CSV -> CompareCsv.render(report);
                    case TIDY -> TidyCsv.render(report.runs());
                    case HLOG -> HistogramLogFile.render(report.runs());
                    case BMF -> BenchmarkPoints.of(report).bmf();
                    case SMALLER -> BenchmarkPoints.of(report).smallerIsBetter();
                    case BIGGER -> BenchmarkPoints.of(report).biggerIsBetter();
                    case PROMETHEUS -> StoredMetrics.text(report);
                    case HTML -> throw new IllegalStateException(MADE_ONCE);
                },
                () -> HtmlPage.ofComparison(new CompareJson(report).document(), report.runs(), paper.render(report)));
    }

    /**
     * The whole document with its line end.
     *
     * @param pictures get those that it shows
     */
    String document(ReportFormat format, Pictures pictures) {
        return format == ReportFormat.HTML ? page().render() : document.apply(format, pictures);
    }

    /** The report as a page with charts. */
    HtmlPage page() {
        var page = made.orElseGet(maker);
        made = Optional.of(page);
        return page;
    }

    /** A page for people as files and pipes get it. */
    static Page onPaper(Page page) {
        return Page.plain(Integer.MAX_VALUE).with(page.signs());
    }
}
