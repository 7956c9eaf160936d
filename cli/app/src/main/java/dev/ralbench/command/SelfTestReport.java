package dev.ralbench.command;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.page.Page;
import dev.ralbench.report.SelfTestTable;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.selftest.Injection;
import dev.ralbench.selftest.SelfTestSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report at a self-test's end, and again from its file. */
final class SelfTestReport {
    private SelfTestReport() {}

    /** Lines without line ends. */
    static List<String> lines(SelfTestResult result, Path file, Page page) {
        var gate = GateFile.find(Injection.NOISY.gate(), List.of());
        var lines = new ArrayList<>(new SelfTestTable(result, SelfTestSummary.of(result, gate)).render(page));
        if (hasOtherRules(result, gate)) {
            lines.add("gate " + gate.name() + " has changed since: what it finds is judged by today's rules");
        }
        lines.add("findings: " + file);
        return List.copyOf(lines);
    }

    private static boolean hasOtherRules(SelfTestResult result, Gate gate) {
        return result.gates().stream()
                .anyMatch(each ->
                        each.name().equals(gate.name()) && !each.sha256().equals(gate.sha256()));
    }

    /** Whether every run ended as it should. */
    static ExitCode exitCode(SelfTestResult result) {
        return result.runs().stream().allMatch(SelfTestResult.SelfTestedRun::isAsExpected)
                ? ExitCode.OK
                : ExitCode.INVALID;
    }
}
