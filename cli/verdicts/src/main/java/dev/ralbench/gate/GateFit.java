package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.compare.Comparison;
import dev.ralbench.gate.Gate.Forecast;
import dev.ralbench.load.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A gate without the rules that say {@code if_present} and have no data: before a run by a forecast, after it by its values. */
final class GateFit {
    private final List<Gate.LeftOut> leftOut = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private GateFit() {}

    /**
     * A copy of the gate without the rules that say {@code if_present} and cannot have data. Other rules without data are
     * refused: such a rule would end the run undecided after half an hour.
     *
     * @param levels of the load
     * @throws Failure if another rule can have no data, or none is left
     */
    static Gate forecast(Gate gate, Forecast forecast, List<Level> levels) {
        return new GateFit().fit(gate, forecast, levels);
    }

    private Gate fit(Gate gate, Forecast forecast, List<Level> levels) {
        var ofRuns = gate.ofRuns();
        if (ofRuns.isEmpty()) {
            throw Failure.usage(
                    "gate " + gate.name() + ": no rule is about a run",
                    "its drift rules judge the runs of a history",
                    "ralbench compare results/*.json --gate judges them; add a rule in relative, exact or absolute for a run");
        }
        var rules = ofRuns.stream()
                .flatMap(rule -> fit(rule, forecast, levels).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw Failure.usage(
                    "gate " + gate.name() + ": "
                            + (problems.size() == 1 ? "a rule" : problems.size() + " rules")
                            + " can have no data in this run",
                    String.join("\n", problems),
                    "take such a rule out of the gate, or give it if_present: true");
        }
        if (rules.isEmpty()) {
            throw Failure.usage(
                    "gate " + gate.name() + ": no rule has data in this run",
                    leftOut.stream().map(Gate.LeftOut::why).collect(Collectors.joining("\n")),
                    "choose another gate; ralbench gate init SCENARIO writes one that fits");
        }
        return gate.with(rules, leftOut);
    }

    /** The rule at the levels at which it can be judged; empty if there are none. */
    private Optional<Rule> fit(Rule rule, Forecast forecast, List<Level> levels) {
        var kept = new ArrayList<Level>();
        var chosen = rule.levels().of(levels);
        for (var level : chosen) {
            var obstacle = forecast.obstacle(rule.metric(), level, rule.leastRequests());
            if (obstacle.isEmpty()) {
                kept.add(level);
                continue;
            }
            var why = rule.metric().key() + "@" + level.name() + ": " + obstacle.get();
            if (rule.ifPresent()) {
                leftOut.add(new Gate.LeftOut(rule.kind(), why));
            } else {
                problems.add(why);
            }
        }
        if (kept.size() == chosen.size()) {
            return Optional.of(rule);
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(rule.at(new LevelChoice.NamedLevels(kept)));
    }

    /**
     * A copy of the gate without the rules that say {@code if_present} and of which base has no value. If only head has
     * none, the rule stays: head has lost the value. Without a base, head decides which values exist.
     */
    static Gate withData(Gate gate, Comparison comparison) {
        var fit = new GateFit();
        fit.leftOut.addAll(gate.leftOut());
        var rules = gate.rules().stream()
                .filter(rule -> !rule.kind().equals(DriftRule.KIND)) // not about a pair
                .filter(rule -> !rule.ifPresent() || fit.hasData(rule, comparison))
                .toList();
        return gate.with(rules, fit.leftOut);
    }

    private boolean hasData(Rule rule, Comparison comparison) {
        var metric = rule.metric();
        var levels = rule.levels().of(comparison.levels());
        boolean hasData = comparison.cells().stream()
                .filter(cell -> cell.metric().equals(metric) && levels.contains(cell.level()))
                .map(cell -> comparison.hasBase() ? cell.base() : cell.head())
                .anyMatch(side -> !side.all().isEmpty());
        if (!hasData) {
            var known = comparison.hasBase()
                    ? comparison.baseline()
                    : comparison.variants().getFirst();
            leftOut.add(new Gate.LeftOut(
                    rule.kind(),
                    metric.key() + "@" + levels.stream().map(Level::name).collect(Collectors.joining(",")) + ": "
                            + known + " has no value"));
        }
        return hasData;
    }
}
