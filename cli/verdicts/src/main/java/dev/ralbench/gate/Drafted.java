package dev.ralbench.gate;

import dev.ralbench.gate.MarginSearch.Chosen;
import java.util.List;

/**
 * A rule of a gate that is being drafted.
 *
 * @param why the basis of the rule, as in its comment
 */
record Drafted(Rule rule, String why) {
    /** A relative rule. */
    static Drafted of(Chosen chosen) {
        var noise = chosen.noise();
        var rule = new RelativeRule(
                noise.metric(),
                new LevelChoice.NamedLevels(List.of(noise.level())),
                chosen.margin().material(),
                chosen.margin().tolerate(),
                false);
        return new Drafted(
                rule,
                "pairs varied by " + GateNumbers.percent(noise.sd()) + " here: finds "
                        + chosen.detectable().map(GateNumbers::percent).orElse("nothing"));
    }
}
