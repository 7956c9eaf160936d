package dev.ralbench.selftest;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import dev.ralbench.statistics.Proportions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often one rule finds changes of known sizes: the blocks of equal variants, all made worse by the same share, and
 * judged again. Their noise is real; that a regression changes every block alike is an assumption.
 *
 * @param material the least change that the rule fails for, as a share
 * @param runs that were judged again
 * @param points by growing change
 */
public record PowerCurve(double material, int runs, List<Point> points) {
    /** Shares of the baseline. */
    public static final List<Double> CHANGES = List.of(0.03, 0.04, 0.05, 0.06, 0.10, 0.15);

    private static final double CONFIDENCE_LEFT = 0.05;

    public PowerCurve {
        points = List.copyOf(points);
    }

    /**
     * How often a change of one size is found.
     *
     * @param change for the worse, as a share of the baseline
     * @param found runs in which the rule failed
     * @param atLeast lower 95 % bound of the share that is found
     */
    public record Point(double change, int found, double atLeast) {}

    /**
     * The curve of each noisy rule by its id, in the order of the gate; rules that no run has values of are left out.
     */
    static Map<String, PowerCurve> of(Gate gate, List<SelfTestedRun> runs) {
        var replay = new Replay(gate);
        var curves = new LinkedHashMap<String, PowerCurve>();
        for (var rule : gate.rules(RelativeRule.class)) {
            for (var level : rule.levels().of(gate.design().ownLevels())) {
                var id = Cell.id(rule.metric(), level);
                var with = runs.stream().filter(run -> isEqualWith(id, run)).toList();
                if (!with.isEmpty()) {
                    curves.put(id, new PowerCurve(rule.material(), with.size(), points(replay, rule, id, with)));
                }
            }
        }
        return curves;
    }

    private static boolean isEqualWith(String id, SelfTestedRun run) {
        return run.injected().isEmpty()
                && run.decision().isOfRules()
                && run.rules().stream()
                        .anyMatch(
                                rule -> rule.id().equals(id) && !rule.perBlock().isEmpty());
    }

    private static List<Point> points(Replay replay, RelativeRule rule, String id, List<SelfTestedRun> runs) {
        return CHANGES.stream()
                .map(change -> {
                    var harm = Map.of(id, LogRatio.of(rule.metric(), change));
                    int found = (int) runs.stream()
                            .filter(run -> fails(replay, id, run, harm))
                            .count();
                    return new Point(change, found, Proportions.lowerBound(found, runs.size(), CONFIDENCE_LEFT));
                })
                .toList();
    }

    private static boolean fails(Replay replay, String id, SelfTestedRun run, Map<String, Double> harm) {
        return replay.judge(run, harm).rules().stream()
                .anyMatch(rule -> rule.id().equals(id) && rule.outcome() == RuleOutcome.FAIL);
    }
}
