package dev.ralbench.selftest;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Judges runs of a self-test again, from the differences of their blocks, by the code that judges real runs. Only noisy
 * rules take part: of counts and limits a self-test keeps the outcome, but no values to judge.
 */
final class Replay {
    private static final String HEAD = "head";

    private final Gate gate;

    Replay(Gate gate) {
        this.gate = gate.noisyOnly();
    }

    /** Judges a run as it was measured. */
    GateResult judge(SelfTestedRun run) {
        return judge(run, Map.of());
    }

    /**
     * Judges a run as if the variant had been worse by the same amount in every block.
     *
     * @param harms added to every block of a rule, by its id, as a logarithm of a ratio
     */
    GateResult judge(SelfTestedRun run, Map<String, Double> harms) {
        var kept = run.rules().stream().collect(Collectors.toMap(Rule::id, Rule::perBlock));
        var levels = gate.design().ownLevels();
        var cells = new ArrayList<Cell>();
        for (var rule : gate.rules(RelativeRule.class)) {
            for (var level : rule.levels().of(levels)) {
                var id = Cell.id(rule.metric(), level);
                var perBlock = worse(kept.getOrDefault(id, List.of()), harms.getOrDefault(id, 0.0));
                cells.add(Cell.ofHarms(rule.metric(), level, HEAD, perBlock));
            }
        }
        var comparison = new Comparison(
                ComparisonKind.PAIRED, List.of(), "base", List.of(HEAD), levels, run.blocks(), cells, List.of());
        return GateJudge.judge(gate, comparison, LocalDate.EPOCH);
    }

    private static List<Double> worse(List<Double> perBlock, double harm) {
        return perBlock.stream().map(each -> each + harm).toList();
    }
}
