package dev.ralbench.gate;

/**
 * A rule of a gate that is being drafted.
 *
 * @param why what the rule rests on, as its comment says it
 */
record Drafted(Rule rule, String why) {}
