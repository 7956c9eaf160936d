package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import java.util.regex.Pattern;

/** The user's note on a variant's service, given as {@code --label base.revision=3f2c1ab}. */
public record Label(String variant, String key, String value) {
    private static final Pattern FORM = Pattern.compile("([a-z0-9][a-z0-9-]*)\\.([A-Za-z][A-Za-z0-9_.-]*)=(.+)");

    /** Reads {@code NAME.KEY=VALUE}. */
    static Label parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw Failure.usage(
                    "--label " + text + ": cannot be read",
                    "A label is the name of a variant, a dot, a key, = and a value.",
                    "Write --label base.revision=3f2c1ab.");
        }
        return new Label(matcher.group(1), matcher.group(2), matcher.group(3));
    }

    /**
     * Puts it into its variant in a document.
     *
     * @param source name of the document in messages
     */
    Node.Mapping applyTo(Node.Mapping document, String source) {
        var name = VariantNames.of(document).require(source, variant);
        var variants = below(document, "variants");
        var labelled = below(variants, name);
        var text = new Node.Scalar(new Origin.Outside("--label " + variant + "." + key), value, ScalarKind.TEXT);
        var labels = below(labelled, "labels").with(key, text);
        return document.with("variants", variants.with(name, labelled.with("labels", labels)));
    }

    private static Node.Mapping below(Node.Mapping parent, String key) {
        return parent.mapping(key).orElseGet(() -> Node.Mapping.empty(parent.origin()));
    }
}
