package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.page.Page;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.selftest.SelfTestSummary;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.SelfTests;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelfTestTableTest {
    private static final Gate GATE = GateFile.find("selftest", List.of());

    @Test
    void showsFalseAlarmsNoiseAndWhatWasFound() {
        Golden.matches("report/selftest.txt", text(SelfTests.of(60, 3, 20, 19), Page.plain(100)));
    }

    @Test
    void saysSoWhereTheHarnessFavoursASide() {
        assertThat(words(SelfTests.of(20, 12, 0, 0)))
                .contains("12 worse, 0 better")
                .contains("the harness favours a side");
    }

    @Test
    void saysHowManyRunsWereNotJudged() {
        var runs = new ArrayList<>(SelfTests.of(59, 0, 0, 0).runs());
        runs.add(SelfTests.equal(SelfTestDecision.INVALID));

        assertThat(words(SelfTests.of(runs)))
                .contains("59 pass, 1 invalid (1 not judged and left out); false alarms are at most 4.95 %");
    }

    @Test
    void promisesNothingWhereNoRunWasJudged() {
        assertThat(words(SelfTests.of(List.of(SelfTests.equal(SelfTestDecision.INVALID)))))
                .contains("1 invalid (1 not judged and left out); nothing is known of false alarms")
                .doesNotContain("no side is favoured");
    }

    @Test
    void aFallIsFoundFromWhatIsMaterialAndNotFromItsMirrorImage() {
        // Without noise what is found is what is material: 5 % less goodput, 5 % more CPU time.
        var steady = SelfTests.equal(
                SelfTestDecision.PASS,
                SelfTests.rule(SelfTests.GOODPUT, RecordedOutcome.PASS, 0.4, 0),
                SelfTests.rule(SelfTests.CPU, RecordedOutcome.PASS, 0.4, 0));

        assertThat(text(SelfTests.of(List.of(steady)), Page.plain(100)))
                .containsPattern("goodput@16 .* 5\\.00 %\n")
                .containsPattern("cpu/request@16 .* 5\\.00 %\n");
    }

    private static String words(SelfTestResult result) {
        return text(result, Page.plain(80)).replaceAll("\\s+", " ");
    }

    private static String text(SelfTestResult result, Page page) {
        var summary = SelfTestSummary.of(result, GATE);
        return String.join("\n", new SelfTestTable(result, summary).render(page)) + "\n";
    }
}
