package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ValueSyntax;

/** Who uses which connection. So far every user has its own; the key is there so that this is said and can change. */
record ConnectionsSyntax() implements ValueSyntax<String> {
    static final String PER_USER = "per-user";

    @Override
    public String read(Node node) {
        if (node instanceof Node.Mapping mapping && mapping.entries().containsKey("shared")) {
            throw new IllegalArgumentException("shared connections are not supported yet; write per-user");
        }
        if (!(node instanceof Node.Scalar scalar) || !scalar.text().equals(PER_USER)) {
            throw new IllegalArgumentException("must be per-user, got " + node.described());
        }
        return PER_USER;
    }

    @Override
    public Object written(String value) {
        return value;
    }

    @Override
    public String substitute() {
        return PER_USER;
    }
}
