package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;

/** A {@link ReadyCondition} as it is written: {@code tcp}, {@code http /health}, {@code log ready for connections}. */
record ReadySyntax() implements ValueSyntax<ReadyCondition> {
    private static final String HTTP = "http ";
    private static final String LOG = "log ";

    @Override
    public ReadyCondition read(Node node) {
        var text = TextSyntax.ANY.read(node).strip();
        if (text.equals("tcp")) {
            return new ReadyCondition.Tcp();
        }
        if (text.startsWith(HTTP)) {
            return new ReadyCondition.Http(path(text.substring(HTTP.length()).strip()));
        }
        if (text.startsWith(LOG)) {
            return new ReadyCondition.LogLine(text.substring(LOG.length()).strip());
        }
        throw new IllegalArgumentException(
                "must be tcp, http and a path, or log and a text, such as http /health, got " + node.described());
    }

    private static String path(String text) {
        if (!TextSyntax.PATH.fits().test(text)) {
            throw new IllegalArgumentException("needs a path behind http: it " + TextSyntax.PATH.rule());
        }
        return text;
    }

    @Override
    public Object written(ReadyCondition condition) {
        return switch (condition) {
            case ReadyCondition.Tcp tcp -> "tcp";
            case ReadyCondition.Http http -> HTTP + http.path();
            case ReadyCondition.LogLine line -> LOG + line.text();
        };
    }

    @Override
    public ReadyCondition substitute() {
        return new ReadyCondition.Tcp();
    }
}
