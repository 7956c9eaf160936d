package dev.ralbench.yaml;

/** True or false. */
public record FlagSyntax() implements ValueSyntax<Boolean> {

    @Override
    public Boolean read(Node node) {
        if (!(node instanceof Node.Scalar scalar) || scalar.kind() != ScalarKind.FLAG) {
            throw new IllegalArgumentException("needs true or false, got " + node.described());
        }
        return Boolean.valueOf(scalar.text());
    }

    @Override
    public Object written(Boolean value) {
        return value;
    }

    @Override
    public Boolean substitute() {
        return false;
    }
}
