package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ValueSyntax;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/** A list of addresses and ranges of them, as digits: names would have to be looked up, and can mean several. */
record AddressesSyntax() implements ValueSyntax<List<InetAddress>> {
    private static final int MOST = 4096;
    /** Version 4 in four parts, or version 6, which has colons. */
    private static final Pattern LITERAL = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]+");

    @Override
    public List<InetAddress> read(Node node) {
        if (!(node instanceof Node.Items list) || list.items().isEmpty()) {
            throw new IllegalArgumentException(
                    "needs a list of addresses, such as [127.0.0.2-127.0.0.9], got " + node.described());
        }
        var all = new LinkedHashSet<InetAddress>();
        for (var item : list.items()) {
            add(item, all);
        }
        return List.copyOf(all);
    }

    private static void add(Node item, LinkedHashSet<InetAddress> all) {
        if (!(item instanceof Node.Scalar scalar)) {
            throw new IllegalArgumentException("needs addresses in its list, got " + item.described());
        }
        var ends = scalar.text().split("-", -1);
        var first = address(ends[0].strip());
        if (ends.length == 1) {
            all.add(first);
        } else {
            all.addAll(range(scalar.text(), first, address(ends[ends.length - 1].strip()), ends.length));
        }
        if (all.size() > MOST) {
            throw tooMany();
        }
    }

    private static List<InetAddress> range(String text, InetAddress first, InetAddress last, int ends) {
        long from = number(first);
        long to = number(last);
        if (ends != 2 || from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "needs ranges of addresses of version 4, such as 127.0.0.2-127.0.0.9, got " + text);
        }
        if (to - from >= MOST) {
            throw tooMany();
        }
        var addresses = new ArrayList<InetAddress>();
        for (long number = from; number <= to; number++) {
            addresses.add(address(
                    (number >> 24) + "." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255)));
        }
        return addresses;
    }

    private static IllegalArgumentException tooMany() {
        return new IllegalArgumentException("must not be more than " + MOST + " addresses");
    }

    private static InetAddress address(String text) {
        try {
            if (LITERAL.matcher(text).matches()) {
                return InetAddress.getByName(text); // looks nothing up
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("is no address: " + text, e);
        }
        throw new IllegalArgumentException("needs addresses in digits, such as 127.0.0.2, got " + text);
    }

    /** The number that an IPv4 address stands for; below 0 for other addresses. */
    private static long number(InetAddress address) {
        var bytes = address.getAddress();
        if (bytes.length != 4) {
            return -1;
        }
        long number = 0;
        for (byte part : bytes) {
            number = number << 8 | (part & 255);
        }
        return number;
    }

    @Override
    public Object written(List<InetAddress> value) {
        return value.stream().map(InetAddress::getHostAddress).toList();
    }

    @Override
    public List<InetAddress> substitute() {
        return List.of();
    }
}
