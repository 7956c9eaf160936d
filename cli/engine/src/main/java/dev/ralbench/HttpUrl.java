package dev.ralbench;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Host and port of http and https URLs. {@link URI#getHost} knows none of those that names of containers and hand-written
 * addresses have: {@code my_service}, {@code 127.1}.
 */
public final class HttpUrl {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int HIGHEST_PORT = 65535;

    /** A host with a port or without; that of an address of IP version 6 is in brackets. */
    private static final Pattern AUTHORITY =
            Pattern.compile("(?<host>\\[[^\\[\\]]+]|[^\\[\\]:@]+)(?::(?<port>[0-9]*))?");

    private static final Pattern NAME =
            Pattern.compile("[\\p{L}\\p{M}\\p{N}_.-]*[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_.-]*");
    /** One to four numbers of an address of IP version 4, of which the last may stand for several. */
    private static final Pattern VERSION_4 = Pattern.compile("[0-9]+(\\.[0-9]+){0,3}");
    /** No name of a host has a number as its last part. */
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?[0-9]+\\.?");

    private static final InetAddress VERSION_4_LOOPBACK = loopback(new byte[] {127, 0, 0, 1});
    private static final InetAddress VERSION_6_LOOPBACK =
            loopback(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});

    private HttpUrl() {}

    private static InetAddress loopback(byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e); // an address has 4 or 16 bytes
        }
    }

    /** Whether there is a host that can be asked, and nothing but a port with it. */
    public static boolean hasHost(URI url) {
        return authority(url)
                .map(found -> found.group("host"))
                .filter(host -> host.startsWith("[")
                        ? url.getHost() != null
                        : sent(host).isPresent())
                .isPresent();
    }

    /**
     * A name in ASCII, or an address with all its numbers; empty if it is neither. Signs that only look like others
     * become these, so what comes out is checked as well: one sign can stand for {@code (1)}, {@code 1.} or {@code ?}.
     */
    private static Optional<String> sent(String host) {
        if (!NAME.matcher(host).matches()) {
            return Optional.empty();
        }
        try {
            var name = IDN.toASCII(IDN.toASCII(host)); // the first may have put dots next to each other
            return ENDS_IN_NUMBER.matcher(name).matches()
                    ? version4(name)
                    : Optional.of(name).filter(ascii -> NAME.matcher(ascii).matches());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // an empty label, or one of more than 63 characters
        }
    }

    /** The host in the form that names have in requests: an address of IP version 6 in brackets. */
    public static String host(URI url) {
        return authority(url)
                .map(found -> found.group("host"))
                .orElseThrow(() -> new IllegalArgumentException("no host in " + url));
    }

    /** The port as written; empty if there is none, and 0 if it is no port. */
    public static Optional<Integer> writtenPort(URI url) {
        return authority(url)
                .map(found -> found.group("port"))
                .filter(port -> !port.isEmpty())
                .map(HttpUrl::number);
    }

    private static int number(String port) {
        boolean isPort = port.length() <= 9 && Integer.parseInt(port) <= HIGHEST_PORT;
        return isPort ? Integer.parseInt(port) : 0;
    }

    /** The port of a URL, or that of its scheme. */
    public static int port(URI url) {
        return writtenPort(url).orElse("https".equalsIgnoreCase(url.getScheme()) ? HTTPS_PORT : HTTP_PORT);
    }

    /**
     * All addresses that the host stands for, at least one. {@code localhost} is both loopback addresses (RFC 6761), as
     * curl and browsers have it, also where the machine's own table knows one of them alone.
     */
    public static List<InetAddress> addresses(URI url) throws UnknownHostException {
        try {
            var known = Stream.of(InetAddress.getAllByName(host(url)));
            return "localhost".equalsIgnoreCase(host(url))
                    ? Stream.concat(known, Stream.of(VERSION_4_LOOPBACK, VERSION_6_LOOPBACK))
                            .distinct()
                            .toList()
                    : known.toList();
        } catch (UnknownHostException e) {
            throw (UnknownHostException) new UnknownHostException("unknown host " + host(url)).initCause(e);
        }
    }

    /**
     * The URL as it is sent: scheme in small letters, a name in ASCII (RFC 5890), an address of IP version 4 with all its
     * numbers. Only the beginning up to the port changes.
     *
     * @throws IllegalArgumentException if its host is none
     */
    public static URI normalized(URI url) {
        var found = authority(url);
        if (found.isEmpty()) {
            return url;
        }
        var written = found.get().group("host");
        var host = written.startsWith("[")
                ? written
                : sent(written).orElseThrow(() -> new IllegalArgumentException("no host: " + written));
        var text = url.toString();
        int behind = url.getScheme().length() + "://".length() + written.length();
        return URI.create(url.getScheme().toLowerCase(Locale.ROOT) + "://" + host + text.substring(behind));
    }

    /** The address with four numbers; empty if it is none: one is too large, or begins with a 0 that some read as octal. */
    private static Optional<String> version4(String host) {
        if (!VERSION_4.matcher(host).matches()) {
            return Optional.empty();
        }
        var parts = host.split("\\.", -1);
        long value = 0;
        for (int i = 0; i < parts.length; i++) {
            int bytes = i < parts.length - 1 ? 1 : 5 - parts.length;
            boolean isNumber = parts[i].equals("0") || (!parts[i].startsWith("0") && parts[i].length() <= 10);
            if (!isNumber || Long.parseLong(parts[i]) >= 1L << (8 * bytes)) {
                return Optional.empty();
            }
            value = (value << (8 * bytes)) + Long.parseLong(parts[i]);
        }
        return Optional.of((value >> 24) + "." + (value >> 16 & 255) + "." + (value >> 8 & 255) + "." + (value & 255));
    }

    private static Optional<Matcher> authority(URI url) {
        return Optional.ofNullable(url.getRawAuthority())
                .map(AUTHORITY::matcher)
                .filter(Matcher::matches);
    }
}
