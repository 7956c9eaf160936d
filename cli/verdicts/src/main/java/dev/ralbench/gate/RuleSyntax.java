package dev.ralbench.gate;

/** Reads the keys that a kind of rule has in addition to metric, levels and {@code if_present}. */
@FunctionalInterface
public interface RuleSyntax {
    /** Reports problems to the section; the rule then only stands in for one. */
    Rule read(RuleSection section);
}
