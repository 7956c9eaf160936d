package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.compare.Yardstick;
import dev.ralbench.measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A gate for one load: rules that can have no data there are left out if they say {@code if_present}, and refused if they
 * do not. Measured for half an hour first, such a rule would end the run without a decision.
 */
final class GateFit {
    private final Forecast forecast;
    private final List<String> levels;
    private final List<String> leftOut = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private GateFit(Forecast forecast, List<String> levels) {
        this.forecast = forecast;
        this.levels = levels;
    }

    /**
     * The same gate without the rules that say {@code if_present} and have no data.
     *
     * @param levels of the load, as tables name them
     * @throws Failure if another rule can have no data, or none is left
     */
    static Gate of(Gate gate, Forecast forecast, List<String> levels) {
        return new GateFit(forecast, levels).fit(gate);
    }

    private Gate fit(Gate gate) {
        var relative = gate.relative().stream()
                .flatMap(rule ->
                        fit(rule.metric(), rule.levels(), rule.ifPresent(), requests(rule.metric()))
                                .map(rule::at)
                                .stream())
                .toList();
        var exact = gate.exact().stream()
                .flatMap(rule -> fit(rule.metric(), rule.levels(), rule.ifPresent(), 0).map(rule::at).stream())
                .toList();
        var absolute = gate.absolute().stream()
                .flatMap(rule -> fit(
                        rule.threshold().metric(),
                        rule.levels(),
                        rule.ifPresent(),
                        rule.threshold().metric().leastSamples())
                        .map(rule::at)
                        .stream())
                .toList();
        if (!problems.isEmpty()) {
            throw Failure.usage(
                    "gate " + gate.name() + ": "
                            + (problems.size() == 1 ? "a rule" : problems.size() + " rules")
                            + " can have no data in this run",
                    String.join("\n", problems),
                    "take such a rule out of the gate, or give it if_present: true");
        }
        if (relative.isEmpty() && exact.isEmpty() && absolute.isEmpty()) {
            throw Failure.usage(
                    "gate " + gate.name() + ": no rule has data in this run",
                    String.join("\n", leftOut),
                    "choose another gate; ralbench gate init SCENARIO writes one that fits");
        }
        return gate.with(relative, exact, absolute, leftOut);
    }

    /** A percentile of two variants needs more requests to be compared than to be stated. */
    static long requests(Metric metric) {
        return Math.max(Yardstick.of(metric).leastRequests(), metric.leastSamples());
    }

    /** Where the rule can be judged; empty if nowhere. */
    private Optional<LevelChoice> fit(Metric metric, LevelChoice choice, boolean ifPresent, long requests) {
        var kept = new ArrayList<String>();
        var chosen = choice.of(levels);
        for (var level : chosen) {
            var obstacle = forecast.obstacle(metric, level, requests);
            obstacle.ifPresentOrElse(
                    why -> (ifPresent ? leftOut : problems).add(metric.key() + "@" + level + ": " + why),
                    () -> kept.add(level));
        }
        if (kept.size() == chosen.size()) {
            return Optional.of(choice);
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(new LevelChoice.Named(kept));
    }
}
