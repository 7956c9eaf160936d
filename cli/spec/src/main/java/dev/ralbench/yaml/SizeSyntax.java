package dev.ralbench.yaml;

import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import java.util.List;

/**
 * A number of bytes with its unit: {@code 512MiB}.
 *
 * @param least in bytes
 */
public record SizeSyntax(long least) implements ValueSyntax<Long> {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");
    private static final int STEP = 1024;

    @Override
    public Long read(Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            throw new IllegalArgumentException("needs a size such as 512MiB, got " + node.described());
        }
        long bytes = Math.round(Quantity.parse(MetricUnit.BYTES, scalar.text()));
        if (bytes < least) {
            throw new IllegalArgumentException("must be at least " + written(least) + ", got " + scalar.text());
        }
        return bytes;
    }

    /** The size in the largest unit that gives a whole number. */
    @Override
    public Object written(Long value) {
        long number = value;
        int unit = 0;
        while (number % STEP == 0 && unit < UNITS.size() - 1) {
            number /= STEP;
            unit++;
        }
        return number + UNITS.get(unit);
    }

    @Override
    public Long substitute() {
        return least;
    }
}
