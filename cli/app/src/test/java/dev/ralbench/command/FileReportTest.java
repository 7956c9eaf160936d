package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.report.RunReport;
import dev.ralbench.report.RunTable;
import dev.ralbench.testing.SyntheticRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileReportTest {
    private final FileReport report = FileReport.of(
            new RunReport(
                    List.of(RunConclusion.judged("run", SyntheticRun.of("base").run())), RunTable.Detail.SHORT),
            Page.plain(100));

    /** A page of a long run takes a second to make. */
    @Test
    void allWhoGetThePageGetTheSameOne() {
        var page = report.page();

        assertThat(report.page()).isSameAs(page);
        assertThat(report.document(ReportFormat.HTML, Pictures.none()))
                .isSameAs(page.render())
                .contains(page.data());
    }

    @Test
    void otherFormatsAreAsWideAsTheirTables() {
        assertThat(report.document(ReportFormat.TERMINAL, Pictures.none())).contains("base");
        assertThat(report.document(ReportFormat.CSV, Pictures.none())).startsWith("run,scenario,");
    }
}
