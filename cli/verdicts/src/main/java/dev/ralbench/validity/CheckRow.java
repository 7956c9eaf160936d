package dev.ralbench.validity;

/**
 * A row of the table of checks in {@code docs/reference/results.md}.
 *
 * @param figure that the check watches
 * @param limit empty if nothing is counted
 * @param verdict beyond the limit
 */
record CheckRow(String figure, String limit, String verdict) {}
