package dev.ralbench.yaml;

/** A text, a number or a flag, taken as it is written: the value of a header, a variable or a target's option. */
public record PlainSyntax() implements ValueSyntax<String> {

    @Override
    public String read(Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            throw new IllegalArgumentException("needs a text, a number or a flag, got " + node.described());
        }
        return scalar.text();
    }

    /** A flag or a number without quotes, whether or not the file has them. */
    @Override
    public Object written(String value) {
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        return value.matches("0|-?[1-9]\\d{0,17}") ? (Object) Long.valueOf(value) : value;
    }

    @Override
    public String substitute() {
        return "";
    }
}
