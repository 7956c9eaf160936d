package dev.ralbench.yaml;

import java.math.BigDecimal;

/**
 * A number within bounds, whole or with a decimal point.
 *
 * @param zeroAllowed whether it may be 0, though that is below {@code least}
 */
public record DecimalSyntax(double least, double most, boolean zeroAllowed) implements ValueSyntax<Double> {

    @Override
    public Double read(Node node) {
        if (!(node instanceof Node.Scalar scalar) || !isNumber(scalar)) {
            throw new IllegalArgumentException("needs a number such as 500 or 0.5, got " + node.described());
        }
        double value = Double.parseDouble(scalar.text());
        if (value == 0 && zeroAllowed) {
            return value;
        }
        if (!(value >= least)) {
            throw new IllegalArgumentException(
                    "must be " + (zeroAllowed ? "0 or " : "") + "at least " + plain(least) + ", got " + scalar.text());
        }
        if (value > most) {
            throw new IllegalArgumentException("must be at most " + plain(most) + ", got " + scalar.text());
        }
        return value;
    }

    /** YAML accepts infinities and not-a-numbers as numbers; ralbench does not. */
    private static boolean isNumber(Node.Scalar scalar) {
        return (scalar.kind() == ScalarKind.WHOLE_NUMBER || scalar.kind() == ScalarKind.NUMBER)
                && scalar.text().matches("[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?");
    }

    private static String plain(double value) {
        return new BigDecimal(String.valueOf(value)).stripTrailingZeros().toPlainString();
    }

    @Override
    public Object written(Double value) {
        return value == Math.rint(value) ? (Object) value.longValue() : value;
    }

    @Override
    public Double substitute() {
        return 1.0;
    }
}
