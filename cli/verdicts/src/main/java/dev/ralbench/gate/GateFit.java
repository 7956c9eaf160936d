package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.load.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A gate for one load. Rules that can have no data there are left out if they say {@code if_present}, and refused if
 * they do not: such a rule would end the run undecided after half an hour.
 */
final class GateFit {
    private final Forecast forecast;
    private final List<Level> levels;
    private final List<Gate.LeftOut> leftOut = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private GateFit(Forecast forecast, List<Level> levels) {
        this.forecast = forecast;
        this.levels = levels;
    }

    /**
     * A copy of the gate without the rules that say {@code if_present} and cannot have data.
     *
     * @param levels of the load
     * @throws Failure if another rule can have no data, or none is left
     */
    static Gate of(Gate gate, Forecast forecast, List<Level> levels) {
        return new GateFit(forecast, levels).fit(gate);
    }

    private Gate fit(Gate gate) {
        var ofRuns = gate.ofRuns();
        if (ofRuns.isEmpty()) {
            throw Failure.usage(
                    "gate " + gate.name() + ": no rule is about a run",
                    "its drift rules judge the runs of a history",
                    "ralbench compare results/*.json --gate judges them; add a rule in relative, exact or absolute for a run");
        }
        var rules = ofRuns.stream().flatMap(rule -> fit(rule).stream()).toList();
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
    private Optional<Rule> fit(Rule rule) {
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
}
