package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Page;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Results;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
    private static final List<RunResult> RUNS =
            List.of(Results.delay200(3), CountedResults.fanOut(1), Results.troubled());

    @Test
    void everyVariantOfEveryScenarioIsARowWithItsVerdict() {
        Golden.matches("report/summary-100.txt", text(Page.plain(100)));
    }

    @Test
    void aNarrowPageKeepsVerdictAndGoodput() {
        var text = text(Page.plain(80));

        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
        Golden.matches("report/summary-80.txt", text);
    }

    private static String text(Page page) {
        return String.join("\n", SummaryTable.render(RUNS, page)) + "\n";
    }
}
