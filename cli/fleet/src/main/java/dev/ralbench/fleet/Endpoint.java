package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.WholeNumber;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Where an agent listens.
 *
 * @param host a name or an address, that of IP version 6 without brackets
 * @param port 1 to 65535, or 0 for any free one
 */
public record Endpoint(String host, int port) implements AgentAddress {
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Reads {@code HOST:PORT}, {@code [::1]:7800}.
     *
     * @param option the option that has it, for messages
     * @throws Failure if it is none
     */
    public static Endpoint parse(String option, String text) {
        int colon = text.lastIndexOf(':');
        var host = colon < 0 ? "" : text.substring(0, colon);
        boolean isBracketed = host.startsWith("[") && host.endsWith("]");
        if (isBracketed) {
            host = host.substring(1, host.length() - 1);
        }
        int port = colon < 0 ? -1 : port(text.substring(colon + 1));
        if (host.isBlank() || port < 0 || (host.contains(":") && !isBracketed)) {
            throw Failure.usage(
                    option + ": \"" + text + "\" is no address of an agent",
                    "",
                    "write a host and a port, such as load-1.test:7800 or [::1]:7800");
        }
        return new Endpoint(host, port);
    }

    private static int port(String digits) {
        return WholeNumber.in(digits)
                .filter(number -> number >= 0 && number <= HIGHEST_PORT)
                .map(Long::intValue)
                .orElse(-1);
    }

    /** All addresses of the host, at least one. */
    private List<InetAddress> addresses() throws UnknownHostException {
        return Arrays.asList(InetAddress.getAllByName(host));
    }

    /** Whether no other machine is reached by it. */
    boolean isLoopback() throws UnknownHostException {
        return addresses().stream().allMatch(InetAddress::isLoopbackAddress);
    }

    InetSocketAddress resolved() throws UnknownHostException {
        return new InetSocketAddress(addresses().getFirst(), port);
    }

    /** The host in the form of URLs: an address of IP version 6 in brackets. */
    String hostInUrl() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    @Override
    public String toString() {
        return hostInUrl() + ":" + port;
    }
}
