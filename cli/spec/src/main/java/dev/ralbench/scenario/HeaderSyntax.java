package dev.ralbench.scenario;

import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.PlainSyntax;
import dev.ralbench.yaml.ValueSyntax;

/**
 * The value of a header. The canonical document does not have a secret that is written in clear: the document is stored
 * in results.
 *
 * @param name of the header
 */
record HeaderSyntax(String name) implements ValueSyntax<String> {
    private static final PlainSyntax PLAIN = new PlainSyntax();

    @Override
    public String read(Node node) {
        return PLAIN.read(node);
    }

    @Override
    public Object written(String value) {
        return PLAIN.written(SecretHeaders.shown(name, value));
    }

    @Override
    public String substitute() {
        return PLAIN.substitute();
    }
}
