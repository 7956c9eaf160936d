package dev.ralbench.load.net;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Ports that the kernel may give to the near end of a connection.
 *
 * <p>Linux looks for a free port among all of them, every second one first. Once those are taken it passes all of them for
 * each connection: the first 14,000 connections took 0.03 ms each, those after them 0.65 ms (Linux 6.18). A small part of
 * the ports is passed at once, so connections take the parts in turn.
 *
 * @param last the last one that may be given, not the first that may not
 */
public record PortRange(int first, int last) {
    private static final int HIGHEST = 65_535;

    /** A prime, and so no multiple of other counts: going through loops or local addresses meets all parts. */
    private static final int PARTS = 61;

    /**
     * Ports of a range.
     *
     * @throws IllegalArgumentException if none is among them
     */
    public PortRange {
        if (first < 0 || last < first || last > HIGHEST) {
            throw new IllegalArgumentException("no ports: " + first + " to " + last);
        }
    }

    /** Splits the ports into parts of about the same size; each port is in one part. */
    List<PortRange> parts() {
        int count = last - first + 1;
        int parts = Math.min(PARTS, count);
        return IntStream.range(0, parts)
                .mapToObj(part -> new PortRange(first + count * part / parts, first + count * (part + 1) / parts - 1))
                .toList();
    }

    /** The value of the socket option IP_LOCAL_PORT_RANGE, with the last port in its upper half. */
    int packed() {
        return last << Short.SIZE | first;
    }
}
