package dev.ralbench.report;

import java.util.List;
import java.util.Optional;

/** One number per trial, in short. */
record Spread(double low, double median, double high, int count) {

    /** The spread of these values; empty if there are none. */
    static Optional<Spread> of(List<Double> values) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return Optional.of(new Spread(sorted.getFirst(), median, sorted.getLast(), sorted.size()));
    }
}
