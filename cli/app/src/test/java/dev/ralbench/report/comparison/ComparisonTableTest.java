package dev.ralbench.report.comparison;

import dev.ralbench.compare.Comparison;
import dev.ralbench.page.Page;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.Golden;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
    @Test
    void aRegressionShowsWithItsInterval() {
        Golden.matches("report/compare/regressed.txt", text(Comparisons.regressed(), Page.plain(100)));
    }

    @Test
    void anEqualVariantIsUnchanged() {
        Golden.matches("report/compare/unchanged.txt", text(Comparisons.unchanged(), Page.plain(100)));
    }

    @Test
    void oneBlockShowsRatiosOnly() {
        Golden.matches("report/compare/single.txt", text(Comparisons.single(), Page.plain(80)));
    }

    @Test
    void differentRunsAreDescribed() {
        Golden.matches("report/compare/historical.txt", text(Comparisons.historical(), Page.plain(100)));
    }

    static String text(Comparison comparison, Page page) {
        var table = new ComparisonTable(ComparisonView.of(comparison));
        return String.join("\n", new CompareText(page, false, false, Set.of()).comparison(table)) + "\n";
    }
}
