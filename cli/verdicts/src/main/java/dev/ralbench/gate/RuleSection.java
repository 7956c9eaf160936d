package dev.ralbench.gate;

import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.Section;

/** A rule of a gate file while it is read: the common parts, and the keys of its kind. */
record RuleSection(Section keys, Metric metric, LevelChoice levels) {
    static final GateSyntax.PercentForm PERCENT = new GateSyntax.PercentForm();

    boolean ifPresent() {
        return flag("if_present");
    }

    boolean flag(String key) {
        return keys.get(key, new FlagSyntax(), false);
    }

    /** A relative change for the worse, 0.1 for 10 %, that the metric can reach. */
    double requireHarm(String key) {
        double harm = keys.require(key, PERCENT);
        if (metric.better() == Better.HIGHER && harm >= 1) {
            keys.problem(key, "must be below 100%, as " + metric.key() + " cannot fall by more");
        }
        return harm;
    }
}
