package dev.ralbench.environment;

/**
 * What a server says of itself at one moment.
 *
 * @param served statements or commands since its start that a client asked data of it by; not those for its own keeping,
 *     nor ralbench's questions
 * @param running of them under way now, ralbench's question not counted
 * @param connections open now, ralbench's own not counted
 */
public record ServedCounts(long served, int running, int connections) {}
