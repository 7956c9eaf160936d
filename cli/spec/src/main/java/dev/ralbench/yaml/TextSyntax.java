package dev.ralbench.yaml;

import dev.ralbench.secret.Placeholders;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A text that keeps a rule.
 *
 * @param rule the end of a sentence that begins with the key: "must begin with /"
 * @param substitute any text that keeps it
 */
public record TextSyntax(Predicate<String> fits, String rule, String substitute) implements ValueSyntax<String> {

    public static final TextSyntax ANY = new TextSyntax(text -> true, "", "");
    public static final TextSyntax NOT_BLANK = new TextSyntax(text -> !text.isBlank(), "must not be blank", "");
    /** A part of the names of files, which may have 255 bytes. */
    public static final TextSyntax NAME = matching(
            "[a-z0-9][a-z0-9-]{0,99}",
            "must consist of lower-case letters, digits and -, not begin with -, and have at most 100 characters",
            "name");

    public static final TextSyntax METHOD =
            matching("[A-Z][A-Z0-9_-]*", "must be an HTTP method in capitals, such as GET", "GET");
    public static final TextSyntax PATH = matching(
            "/[!-~&&[^#]]*",
            "must begin with / and hold only what goes on the wire: write a space as %20 and ü as %C3%BC",
            "/");
    private static final Pattern ENCODED =
            Pattern.compile("(?![?&]|.*%(?![0-9A-Fa-f]{2}))[A-Za-z0-9%._~!$&'()*+,;=:@/?-]+");
    // RFC 3986, 3.4. The caller adds the character that joins it to a path. Placeholders of environment variables are
    // encoded when they are filled in.
    public static final TextSyntax QUERY = new TextSyntax(
            text -> ENCODED.matcher(Placeholders.replaced(text, name -> name)).matches(),
            "must be a query as in a URL, without the ?: write a space as %20 and ü as %C3%BC",
            "query");
    public static final TextSyntax REFERENCE =
            matching("[a-z0-9][a-z0-9.-]*", "must consist of lower-case letters, digits, dots and -", "reference");

    public static TextSyntax matching(String regex, String rule, String substitute) {
        return new TextSyntax(Pattern.compile(regex).asMatchPredicate(), rule, substitute);
    }

    @Override
    public String read(Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            throw new IllegalArgumentException("needs a text, got " + node.described());
        }
        if (scalar.kind() != ScalarKind.TEXT) {
            throw new IllegalArgumentException("needs a text, got " + scalar.text() + "; put it in quotes");
        }
        if (!fits.test(scalar.text())) {
            throw new IllegalArgumentException(rule + ", got " + scalar.described());
        }
        return scalar.text();
    }

    @Override
    public Object written(String value) {
        return value;
    }
}
