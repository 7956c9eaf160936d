package dev.ralbench.dependency.kind;

/**
 * A server's own counts at one moment. A server that ran before may have other clients: their load in the second before
 * the first trial, when no target used it, is taken off {@code served} as a rate and off {@code running}.
 *
 * @param served statements or commands by which clients asked it for data, since ralbench started or reached it;
 *     without its internal ones, and without ralbench's queries
 * @param running of them under way now, without ralbench's query
 * @param connections open now, without ralbench's own
 */
public record ServedCounts(long served, int running, int connections) {}
