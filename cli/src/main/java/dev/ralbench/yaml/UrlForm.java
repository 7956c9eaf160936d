package dev.ralbench.yaml;

import java.net.URI;

/** Where a running service listens: scheme, host and port; what is asked of it is the variant's path. */
public record UrlForm() implements Form<URI> {

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
        if (!text.equals(url.getScheme() + "://" + url.getRawAuthority())) {
            throw new IllegalArgumentException("must end after the port; the path belongs in the variant's path");
        }
        return url;
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
