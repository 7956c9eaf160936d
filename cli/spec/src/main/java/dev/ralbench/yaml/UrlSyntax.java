package dev.ralbench.yaml;

import dev.ralbench.secret.SecretUrl;

/**
 * The address of a running service: scheme, host and port. Environment variables may stand for host and port.
 *
 * @param noPath why nothing may follow, as the end of a sentence
 * @param takesSlash whether a bare slash may follow nevertheless; it is left out
 * @param header that user and password belong in
 */
public record UrlSyntax(String noPath, boolean takesSlash, String header) implements ValueSyntax<SecretUrl> {
    /** The URL of a service, without a path: that belongs in the variant. */
    public static final UrlSyntax SERVICE =
            new UrlSyntax("the path belongs in the variant's path", false, "Authorization");

    /** The URL of a proxy, which is often written with a slash at the end. */
    public static final UrlSyntax PROXY = new UrlSyntax("a proxy has no path", true, "Proxy-Authorization");

    @Override
    public SecretUrl read(Node node) {
        var text = TextSyntax.ANY.read(node);
        var bare = takesSlash && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        SecretUrl.flaw(bare).ifPresent(flaw -> {
            throw new IllegalArgumentException(message(flaw, text));
        });
        return new SecretUrl(bare);
    }

    /** A password is in none of them. */
    private String message(SecretUrl.Flaw flaw, String text) {
        return switch (flaw) {
            case FORM -> "must be http://host:port or https://host:port, got " + text;
            case USER ->
                "must be http://host:port or https://host:port, without user and password: send these in the header "
                        + header + ", with ${env:NAME}";
            case PORT -> "needs a port between 1 and 65535, such as http://localhost:8080, got " + text;
            case MORE -> "must end after the port; " + noPath;
        };
    }

    @Override
    public Object written(SecretUrl value) {
        return value.text();
    }

    @Override
    public SecretUrl substitute() {
        return new SecretUrl("http://localhost:8080");
    }
}
