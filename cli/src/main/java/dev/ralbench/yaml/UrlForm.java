package dev.ralbench.yaml;

import java.net.URI;

/**
 * Where something listens that runs already: scheme, host and port.
 *
 * @param noPath why nothing may follow, as the end of a sentence
 * @param takesSlash whether a bare slash may follow nevertheless; it is left out
 */
public record UrlForm(String noPath, boolean takesSlash) implements Form<URI> {
    /** Of a service: what is asked of it is the variant's path. */
    public static final UrlForm SERVICE = new UrlForm("the path belongs in the variant's path", false);

    /** Of a proxy, which is often written with a slash. */
    public static final UrlForm PROXY = new UrlForm("a proxy has no path", true);

    @Override
    public URI read(Node node) {
        var text = TextForm.ANY.read(node);
        var url = parsed(text);
        if (!hasScheme(url) || url.getHost() == null || url.getUserInfo() != null) {
            throw new IllegalArgumentException("must be http://host:port or https://host:port, got " + text);
        }
        if (url.getPort() < 1 || url.getPort() > 65535) {
            throw new IllegalArgumentException("needs a port between 1 and 65535, such as " + url.getScheme() + "://"
                    + url.getHost() + ":8080, got " + text);
        }
        var bare = url.getScheme() + "://" + url.getRawAuthority();
        if (!text.equals(bare) && !(takesSlash && text.equals(bare + "/"))) {
            throw new IllegalArgumentException("must end after the port; " + noPath);
        }
        return URI.create(bare);
    }

    private static boolean hasScheme(URI url) {
        return "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    }

    private static URI parsed(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be http://host:port or https://host:port, got " + text, e);
        }
    }

    @Override
    public Object written(URI value) {
        return value.toString();
    }

    @Override
    public URI substitute() {
        return URI.create("http://localhost:8080");
    }
}
