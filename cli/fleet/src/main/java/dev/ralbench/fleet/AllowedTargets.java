package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.WholeNumber;
import java.util.List;
import java.util.Locale;

/**
 * The targets that an agent may load, by host and port as a scenario has them; any if none is named. {@code *} stands for
 * any host or port, {@code *.example.test} for any name below that one. Names are compared, not the addresses behind them.
 */
public final class AllowedTargets {
    private static final String ANY = "*";
    private static final int HIGHEST_PORT = 65_535;

    private final List<String> patterns;

    private AllowedTargets(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /**
     * Reads {@code HOST:PORT} each.
     *
     * @param option the option that has them, for messages
     * @throws Failure if one is no pattern
     */
    public static AllowedTargets parse(String option, List<String> patterns) {
        for (var pattern : patterns) {
            int colon = pattern.lastIndexOf(':');
            boolean isPattern =
                    colon > 0 && isHost(pattern.substring(0, colon)) && isPort(pattern.substring(colon + 1));
            if (!isPattern) {
                throw Failure.usage(
                        option + ": \"" + pattern + "\" is no target",
                        "",
                        "write a host and a port, such as shop.test:443, *.shop.test:443 or 10.0.0.7:*");
            }
        }
        return new AllowedTargets(patterns.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .toList());
    }

    private static boolean isHost(String text) {
        boolean isVersion6 = text.startsWith("[") && text.endsWith("]");
        var name = text.startsWith("*.") ? text.substring(2) : text;
        return text.equals(ANY) || isVersion6 || !(name.isBlank() || name.contains("*") || name.contains(":"));
    }

    private static boolean isPort(String text) {
        return text.equals(ANY)
                || WholeNumber.smallIn(text)
                        .filter(port -> port > 0 && port <= HIGHEST_PORT)
                        .isPresent();
    }

    /**
     * Whether a target may be loaded.
     *
     * @param host in the form of URLs: an address of IP version 6 in brackets
     */
    public boolean permits(String host, int port) {
        return patterns.isEmpty()
                || patterns.stream().anyMatch(pattern -> matches(pattern, host.toLowerCase(Locale.ROOT), port));
    }

    private static boolean matches(String pattern, String host, int port) {
        int colon = pattern.lastIndexOf(':');
        var ports = pattern.substring(colon + 1);
        var hosts = pattern.substring(0, colon);
        boolean isHost = hosts.equals(ANY)
                || hosts.equals(host)
                || (hosts.startsWith("*.") && host.endsWith(hosts.substring(1)) && host.length() > hosts.length() - 1);
        return isHost && (ports.equals(ANY) || ports.equals(Integer.toString(port)));
    }

    /**
     * Refuses a target that is not allowed.
     *
     * @throws Failure if it is none of them
     */
    public void check(String host, int port) {
        if (!permits(host, port)) {
            throw Failure.usage(
                    "target " + host + ":" + port + " is not allowed",
                    "this agent was started for " + this,
                    "start it with --allow " + host + ":" + port + " as well");
        }
    }

    @Override
    public String toString() {
        return patterns.isEmpty() ? "any target" : String.join(", ", patterns);
    }
}
