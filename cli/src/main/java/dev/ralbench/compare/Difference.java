package dev.ralbench.compare;

/**
 * A fact that keeps two results from being compared.
 *
 * @param field such as {@code machine.cpu} or {@code scenario.load.timeout}
 * @param left of the first result
 * @param right of the other
 */
record Difference(String field, String left, String right) {
    @Override
    public String toString() {
        return field + ": " + left + " | " + right;
    }
}
