package dev.ralbench.yaml;

/** A whole number within bounds. The records check the lower ones too, but stop at the first that is wrong. */
public record NumberSyntax(long least, long most) implements ValueSyntax<Long> {

    @Override
    public Long read(Node node) {
        if (!(node instanceof Node.Scalar scalar) || scalar.kind() != ScalarKind.WHOLE_NUMBER) {
            throw new IllegalArgumentException("needs a whole number, got " + node.described());
        }
        // More digits than a long has are beyond every bound; 18 always fit.
        long value = scalar.text().length() > 18 ? Long.MAX_VALUE : Long.parseLong(scalar.text());
        if (value < least) {
            throw new IllegalArgumentException("must be at least " + least + ", got " + scalar.text());
        }
        if (value > most) {
            throw new IllegalArgumentException("must be at most " + most + ", got " + scalar.text());
        }
        return value;
    }

    @Override
    public Object written(Long value) {
        return value;
    }

    @Override
    public Long substitute() {
        return 1L;
    }
}
