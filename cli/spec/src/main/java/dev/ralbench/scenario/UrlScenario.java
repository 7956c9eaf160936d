package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.yaml.YamlWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scenario that a URL stands for: ten users for ten seconds at one service that runs already. Options change the
 * request and the load, as they do for a file; {@code ralbench show URL} prints it as the beginning of one.
 */
final class UrlScenario {
    /** Without {@code --users}, {@code --steps} or {@code --rate}. */
    static final String USERS = "10";
    /** Without {@code --duration}, {@code --steps} or {@code --requests}. */
    static final String HOLD = "10s";

    /** The name of its only variant. */
    static final String VARIANT = "url";

    private static final Pattern URL = Pattern.compile(
            "(?<scheme>(?i:https?))://(?<authority>[^/?#]*)(?<path>[^#]*)(?<fragment>#.*)?", Pattern.DOTALL);

    private static final Pattern PORT = Pattern.compile(".*:([0-9]*|\\$\\{env:[^}]*})");
    /** {@code htp://x}, {@code http:/x}, {@code http:x}, {@code http//x}: a scheme, and what follows of the slashes. */
    private static final Pattern ODD_SCHEME =
            Pattern.compile("(?<scheme>[A-Za-z]+)://(?<behind>[^/].*)|(?i:(?<http>https?))(?::/?|//)(?<after>[^/].*)");
    /** A port behind it, or a name that is no path of a file, shows that a host is meant. */
    private static final Pattern WITHOUT_SCHEME =
            Pattern.compile("[A-Za-z0-9.-]+:\\d{1,5}(?:[/?].*)?|(?:localhost|\\d{1,3}(?:\\.\\d{1,3}){3})(?:[/?].*)?"
                    + "|[A-Za-z0-9][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)+/(?!.*\\.(?:ya?ml|json)$).*");

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^a-z0-9]+");
    private static final int LONGEST_NAME = 40;
    private static final String FIX =
            "Write it as ralbench run http://127.0.0.1:8080/products/42, in quotes where it" + " holds ? or &.";

    private UrlScenario() {}

    /** Whether it is meant as a URL: no path of a file begins so. */
    static boolean isMeant(String text) {
        return text.regionMatches(true, 0, "http://", 0, "http://".length())
                || text.regionMatches(true, 0, "https://", 0, "https://".length());
    }

    /** The URL that a text probably stands for that has another scheme, or none; empty if it looks like something else. */
    static Optional<String> meant(String text) {
        var odd = ODD_SCHEME.matcher(text);
        if (odd.matches()) {
            var scheme = Optional.ofNullable(odd.group("scheme")).or(() -> Optional.of(odd.group("http")));
            var rest = Optional.ofNullable(odd.group("behind")).or(() -> Optional.of(odd.group("after")));
            boolean isTls = scheme.get().toLowerCase(Locale.ROOT).endsWith("ps");
            return rest.map((isTls ? "https://" : "http://")::concat);
        }
        return WITHOUT_SCHEME.matcher(text).matches() ? Optional.of("http://" + text) : Optional.empty();
    }

    static ParsedScenario of(String text) {
        var parts = URL.matcher(text);
        if (!parts.matches()) {
            throw wrong(text, "must begin with http:// or https://");
        }
        if (parts.group("fragment") != null) {
            throw wrong(text, "what follows # is never sent to a server: leave it out");
        }
        var service = service(text, parts);
        var path = path(parts.group("path"));
        if (!RequestReader.PATH.fits().test(path)) {
            throw wrong(text, "the path " + RequestReader.PATH.rule());
        }
        return ParsedScenario.of(new ScenarioText(
                text, YamlWriter.of(document(service, path)), new ScenarioDirectory.Directory(Path.of(""))));
    }

    private static String service(String text, Matcher parts) {
        var scheme = parts.group("scheme").toLowerCase(Locale.ROOT);
        var authority = parts.group("authority").replaceFirst(":$", "");
        var port = PORT.matcher(authority);
        var service = scheme + "://" + authority + (port.matches() ? "" : port(scheme));
        SecretUrl.flaw(service).ifPresent(flaw -> {
            throw flaw == SecretUrl.Flaw.USER
                    ? Failure.usage(
                            "a URL must not contain a user or password",
                            "",
                            "Send them in a header: --header 'Authorization: Basic ${env:NAME}'.")
                    : wrong(
                            text,
                            flaw == SecretUrl.Flaw.PORT
                                    ? "there is no port " + port.group(1) + ": ports are 1 to 65535"
                                    : "there is no host in it that could be one");
        });
        return service;
    }

    private static String port(String scheme) {
        return scheme.equals("https") ? ":443" : ":80";
    }

    private static String path(String text) {
        return text.startsWith("/") ? text : "/" + text;
    }

    private static Map<String, Object> document(String service, String path) {
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", 1);
        document.put("name", name(service, path));
        document.put("title", Placeholders.replaced(service + path, variable -> "$" + variable));
        document.put("request", Map.of("path", path));
        document.put(
                "load", Map.of("closed", Map.of("constant", Map.of("users", Integer.valueOf(USERS), "hold", HOLD))));
        document.put("variants", Map.of(VARIANT, Map.of("target", Map.of("url", service))));
        return document;
    }

    /** A part of file names, so the same URL has the same one. */
    private static String name(String service, String path) {
        var words = Placeholders.replaced(service.substring(service.indexOf(':')) + path, name -> name)
                .toLowerCase(Locale.ROOT);
        var joined = NOT_IN_NAMES.matcher(words).replaceAll("-").replaceAll("^-", "");
        return joined.substring(0, Math.min(LONGEST_NAME, joined.length())).replaceAll("-$", "");
    }

    private static Failure wrong(String text, String why) {
        return Failure.usage(text + ": is not a URL that ralbench can load", why, FIX);
    }
}
