package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.selftest.SelfTestSummary;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.SelfTests;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelfTestTableTest {
    @Test
    void showsFalseAlarmsNoiseAndWhatWasFound() {
        Golden.matches("report/selftest.txt", text(60, 3, 20, 19, Page.plain(100)));
    }

    @Test
    void saysSoWhereTheHarnessFavoursASide() {
        assertThat(text(20, 12, 0, 0, Page.plain(80)).replaceAll("\\s+", " "))
                .contains("12 worse, 0 better")
                .contains("the harness favours a side");
    }

    private static String text(int equal, int worse, int injected, int found, Page page) {
        var result = SelfTests.of(equal, worse, injected, found);
        var summary = SelfTestSummary.of(result, Map.of("goodput@16", Math.log1p(0.05)));
        return String.join("\n", new SelfTestTable(result, summary).render(page)) + "\n";
    }
}
