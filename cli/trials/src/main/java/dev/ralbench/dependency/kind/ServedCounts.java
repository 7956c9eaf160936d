package dev.ralbench.dependency.kind;

/**
 * What a server says of itself at one moment. A server that ran before may have other clients: what it did in the second
 * before the first trial, when no target used it, is taken off {@code served} as a rate and off {@code running}.
 *
 * @param served statements or commands since ralbench started or reached it that a client asked data of it by; not those for its own keeping,
 *     nor ralbench's questions
 * @param running of them under way now, ralbench's question not counted
 * @param connections open now, ralbench's own not counted
 */
public record ServedCounts(long served, int running, int connections) {}
