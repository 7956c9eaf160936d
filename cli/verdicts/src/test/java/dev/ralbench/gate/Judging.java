package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Comparison;
import java.time.LocalDate;
import java.util.List;

/** A gate of three looks, and what it decides. */
final class Judging {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    static final String HEAD = """
            version: 1
            gate: mine
            design: { shape: sequential, pairs: { looks: [12, 16, 20] }%s }
            decision: { alpha: 0.01, fail_when: %s }
            """;

    static final String GOODPUT = "relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]\n";
    static final String SQL = "exact: [{ metric: sql_request, slack: 0.02 }]\n";

    private Judging() {}

    static Gate gate(String rules) {
        return GateFile.parse("g.yaml", HEAD.formatted("", "significant_and_material") + rules, List.of());
    }

    static GateResult judge(Gate gate, Comparison comparison) {
        return GateJudge.judge(gate, comparison, TODAY);
    }

    static RuleResult only(GateResult result) {
        assertThat(result.rules()).hasSize(1);
        return result.rules().getFirst();
    }
}
