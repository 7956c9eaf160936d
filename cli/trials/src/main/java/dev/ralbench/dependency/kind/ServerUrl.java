package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A server's address and its user. No text made here contains the password.
 *
 * @param user empty for the server's default user
 * @param password empty for none
 */
public record ServerUrl(String scheme, String host, int port, String user, String password) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65535;

    /** One that ralbench started. */
    public static ServerUrl own(String scheme, int port, String user, ServerPassword password) {
        return new ServerUrl(scheme, LOOPBACK, port, user, password.text());
    }

    /** One that ralbench started and that lets everybody in. */
    public static ServerUrl own(String scheme, int port) {
        return new ServerUrl(scheme, LOOPBACK, port, "", "");
    }

    static ServerUrl parse(URI uri, String scheme, int defaultPort, String defaultUser) {
        var option = "--" + scheme + "-url";
        if (!scheme.equals(uri.getScheme())) {
            throw wrong(option, scheme, "it must begin with " + scheme + "://");
        }
        if (uri.getHost() == null) {
            throw wrong(option, scheme, "it names no host, or one that cannot be understood");
        }
        if (uri.getPort() == 0 || uri.getPort() > HIGHEST_PORT) {
            throw wrong(option, scheme, "there is no port " + uri.getPort());
        }
        if (!Optional.ofNullable(uri.getRawPath()).orElse("").matches("/?")
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null) {
            throw wrong(
                    option, scheme, "there is more in it than user, host and port; the scenario names the database");
        }
        var login = Optional.ofNullable(uri.getRawUserInfo()).orElse("");
        int colon = login.indexOf(':');
        var user = decoded(colon < 0 ? login : login.substring(0, colon));
        var password = colon < 0 ? "" : decoded(login.substring(colon + 1));
        return new ServerUrl(
                scheme,
                uri.getHost(),
                uri.getPort() < 0 ? defaultPort : uri.getPort(),
                user.isEmpty() ? defaultUser : user,
                password);
    }

    /** Unlike in a form's data, a plus is a plus. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    static Failure wrong(String option, String scheme, String why) {
        return Failure.usage(
                "the URL of " + option + " cannot be used",
                why,
                "write " + scheme + "://user:password@host:port; what is special in a password as %40 and so on");
    }

    /** The host as a socket wants it: without the brackets of IPv6. */
    public String socketHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    public String address() {
        return host + ":" + port;
    }

    /** User and address for messages, without the password. */
    public String loginAndAddress() {
        return (user.isEmpty() ? "" : user + "@") + address();
    }

    /**
     * The values of all servers' placeholders: an IPv6 address has brackets in {@code address}, which is for URLs, and
     * none in {@code host}, which is for sockets.
     *
     * @param database by its name or number
     */
    public Map<String, String> placeholders(String database) {
        return Map.of(
                scheme + ".host",
                socketHost(),
                scheme + ".port",
                String.valueOf(port),
                scheme + ".address",
                address(),
                scheme + ".database",
                database,
                scheme + ".user",
                user,
                scheme + ".password",
                password);
    }

    /**
     * The server of such values.
     *
     * @param all placeholders, also of others
     */
    public static ServerUrl of(String scheme, Map<String, String> all) {
        int port = Integer.parseInt(all.getOrDefault(scheme + ".port", ""));
        var address = all.getOrDefault(scheme + ".address", "");
        return new ServerUrl(
                scheme,
                address.substring(0, address.length() - (":" + port).length()),
                port,
                all.getOrDefault(scheme + ".user", ""),
                all.getOrDefault(scheme + ".password", ""));
    }

    @Override
    public String toString() {
        return scheme + "://" + loginAndAddress();
    }
}
