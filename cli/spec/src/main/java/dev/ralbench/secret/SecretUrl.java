package dev.ralbench.secret;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scheme, a host and a port, of which the scenario may leave host and port to environment variables:
 * {@code http://${env:SHOP_HOST}:8080}.
 *
 * @param text with the placeholders
 */
public record SecretUrl(String text) {
    private static final int NO_PORT = 0;
    /** A password in a URL, unless it is a marked placeholder and nothing else. */
    private static final Pattern PASSWORD = Pattern.compile("(?<=://[^/@:]{0,200}):(?!\\x00\\w+\\x00@)[^@/]*(?=@)");

    private static final Pattern MARKED = Pattern.compile("\\x00(\\w+)\\x00");

    /** Why a text is no such URL. */
    public enum Flaw {
        /** It is no http or https URL, or has no host. */
        FORM,
        /** It holds a user or a password. */
        USER,
        /** Its port is missing or does not exist. */
        PORT,
        /** Something follows the port. */
        MORE,
    }

    public SecretUrl {
        flaw(text).ifPresent(flaw -> {
            throw new IllegalArgumentException("no http://host:port: " + flaw);
        });
    }

    /** One without placeholders. */
    public static SecretUrl of(URI url) {
        return new SecretUrl(url.toString());
    }

    /** A text as it may be kept: without the passwords of URLs in it, unless one is a placeholder and nothing else. */
    public static String withoutPassword(String text) {
        var marked = Placeholders.replaced(text, name -> "\0" + name + "\0"); // else their colons begin a password
        var kept = PASSWORD.matcher(marked).replaceAll(":***");
        return MARKED.matcher(kept).replaceAll(found -> Matcher.quoteReplacement(Placeholders.of(found.group(1))));
    }

    /** Why the text cannot be one, whatever the values of its variables are; empty if it can. */
    public static Optional<Flaw> flaw(String text) {
        return flawOfUrl(withStandIns(text));
    }

    /** A value of the form that host or port needs in the place of each placeholder. */
    private static String withStandIns(String text) {
        var withPort = text.replaceAll(":\\$\\{env:[A-Za-z_][A-Za-z0-9_]*}(?=/?$)", ":8080");
        return Placeholders.replaced(withPort, name -> "x.x");
    }

    private static Optional<Flaw> flawOfUrl(String text) {
        try {
            var url = new URI(text);
            boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (!isHttp || !HttpUrl.hasHost(url)) {
                return Optional.of(text.contains("@") ? Flaw.USER : Flaw.FORM);
            }
            if (HttpUrl.writtenPort(url).orElse(NO_PORT) == NO_PORT) {
                return Optional.of(Flaw.PORT);
            }
            boolean isBare = text.equals(url.getScheme() + "://" + url.getRawAuthority());
            return isBare ? Optional.empty() : Optional.of(Flaw.MORE);
        } catch (URISyntaxException e) {
            return Optional.of(text.contains("@") ? Flaw.USER : Flaw.FORM);
        }
    }

    public String scheme() {
        return text.substring(0, text.indexOf(':'));
    }

    /**
     * The URL that is connected to.
     *
     * @throws Failure if the values of its variables make no URL of it
     */
    public URI filled(Secrets secrets) {
        var url = secrets.filled(text);
        if (flawOfUrl(url).isPresent()) {
            throw Failure.usage(
                    text + " is not http://host:port once its variables are filled in",
                    "",
                    "correct the environment variable " + String.join(" or ", Placeholders.names(text)));
        }
        return HttpUrl.normalized(URI.create(url));
    }

    /** The URL as written in the scenario. */
    @Override
    public String toString() {
        return text;
    }
}
