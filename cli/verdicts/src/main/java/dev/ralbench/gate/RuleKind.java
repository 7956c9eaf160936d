package dev.ralbench.gate;

/**
 * How rules of one kind are written in a gate file.
 *
 * @param key of their list, such as {@code relative}
 * @param isComparing whether they hold a variant against the baseline; of one metric at one level there is at most one
 *     rule that compares, and one that does not
 */
public record RuleKind(String key, boolean isComparing, RuleSyntax reader) {}
