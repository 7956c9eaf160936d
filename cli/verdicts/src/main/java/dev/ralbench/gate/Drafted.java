package dev.ralbench.gate;

import dev.ralbench.gate.MarginSearch.Chosen;
import java.util.List;

/**
 * A rule of a gate that is being drafted.
 *
 * @param why the basis of the rule, as in its comment
 */
record Drafted(Rule rule, String why) {
    /**
     * A relative rule.
     *
     * @param like the gate whose looks and levels of error are used
     * @param rules that share its alpha
     */
    static Drafted of(Gate like, Chosen chosen, int rules) {
        var noise = chosen.noise();
        var rule = new RelativeRule(
                noise.metric(),
                new LevelChoice.NamedLevels(List.of(noise.level())),
                chosen.margin().material(),
                chosen.margin().tolerate(),
                false);
        var looks = like.design().looks();
        var spending =
                Spending.of(looks, like.decision().alpha(), like.decision().passAlpha(), rules);
        var detectable = rule.detectable(
                like.decision().failWhen(),
                looks.getLast(),
                noise.sd(),
                spending.fail().getLast(),
                rules);
        return new Drafted(
                rule,
                "pairs varied by " + GateNumbers.percent(noise.sd()) + " here: finds "
                        + detectable.map(GateNumbers::percent).orElse("nothing"));
    }
}
