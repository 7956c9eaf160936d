package dev.ralbench.command;

import dev.ralbench.compare.Comparison;
import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateResult;
import dev.ralbench.report.comparison.CompareJson;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.ComparisonView;
import dev.ralbench.session.GatedRun;
import java.util.List;
import java.util.Optional;

/**
 * Shows a gate on the page that browsers follow. Its verdicts are those of its looks: at other moments it has none that
 * holds what it promises.
 */
record GateDisplay(Dashboard shown) implements GatedRun.Watcher {
    @Override
    public void begins(Gate gate, boolean hasBase, List<Integer> looks) {
        shown.gate(gate.name(), hasBase, looks);
    }

    @Override
    public void counted(int pairs) {
        shown.gateCounts(pairs);
    }

    @Override
    public void looked(int pairs, Comparison comparison, GateResult result) {
        var view = new ComparisonView(
                comparison,
                Optional.of(result),
                ComparisonView.Selection.all(),
                ExitCode.of(result).code());
        shown.gateLooks(pairs, new CompareJson(CompareReport.of(view)).document());
    }
}
