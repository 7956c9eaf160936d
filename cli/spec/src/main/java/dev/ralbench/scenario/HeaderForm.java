package dev.ralbench.scenario;

import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.yaml.Form;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.PlainForm;

/**
 * The value of a header. The canonical document does not have a secret that is written in clear: the document is stored
 * in results.
 *
 * @param name of the header
 */
record HeaderForm(String name) implements Form<String> {
    private static final PlainForm PLAIN = new PlainForm();

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
