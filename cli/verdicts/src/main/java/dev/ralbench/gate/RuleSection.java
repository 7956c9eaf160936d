package dev.ralbench.gate;

import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.ValueSyntax;
import java.util.function.Supplier;

/** A rule of a gate file while it is read: the common parts, and the keys of its kind. */
record RuleSection(Section keys, Metric metric, LevelChoice levels) {
    static final GateSyntax.PercentForm PERCENT = new GateSyntax.PercentForm();

    boolean ifPresent() {
        return flag("if_present");
    }

    boolean flag(String key) {
        return keys.get(key, new FlagSyntax(), false);
    }

    boolean has(String key) {
        return keys.has(key);
    }

    <T> T require(String key, ValueSyntax<T> form) {
        return keys.require(key, form);
    }

    /** A relative change for the worse, 0.1 for 10 %, that the metric can reach. */
    double requireHarm(String key) {
        double harm = require(key, PERCENT);
        if (metric.better() == Better.HIGHER && harm >= 1) {
            problem(key, "must be below 100%, as " + metric.key() + " cannot fall by more");
        }
        return harm;
    }

    void problem(String key, String what) {
        keys.problem(key, what);
    }

    void keyProblem(String key, String what) {
        keys.keyProblem(key, what);
    }

    /** The supplier's value; if it refuses, the section gets a problem and the substitute is used. */
    <T> T make(Supplier<T> maker, T substitute) {
        return keys.make(maker, substitute);
    }
}
