package dev.ralbench.load;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A text of a request: bytes that are always the same, and values that differ from request to request, or from user to
 * user.
 *
 * @param parts in their order; no two that are always the same follow each other
 */
public record TextTemplate(List<Part> parts) {
    public TextTemplate {
        parts = merged(parts);
    }

    /** A part of the text. */
    public sealed interface Part permits Literal, Value {}

    /** Bytes that are always the same. */
    public record Literal(RequestBody bytes) implements Part {
        public static Literal of(String text) {
            return new Literal(RequestBody.text(text));
        }

        private static Literal of(Bytes bytes) {
            return new Literal(RequestBody.of(bytes.copy()));
        }

        @Override
        public String toString() {
            return bytes.toString();
        }
    }

    /** A part that differs. */
    public sealed interface Value extends Part {
        void addTo(Bytes out, UserValues values);
    }

    /**
     * Whole numbers.
     *
     * @param first at least 0
     * @param last at least the first
     * @param width the fewest digits: zeros are put in front
     */
    public record Range(long first, long last, int width) {
        public Range {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("range: must go up from 0 or more, got " + first + ".." + last);
            }
        }

        /** How many there are. */
        public long size() {
            return last - first + 1;
        }

        /** The k-th, from 0; after the last one it starts over. */
        private void add(Bytes out, long k) {
            out.add(first + Math.floorMod(k, size()), width);
        }
    }

    /** The k-th user always has the k-th number. */
    public record OfUser(Range range) implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            range.add(out, values.user());
        }
    }

    /** The k-th user begins with the k-th number, and has the next one in each request. */
    public record OfRequest(Range range) implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            range.add(out, values.user() + Math.max(0, values.requests() - 1)); // none before a first setup
        }
    }

    /** Any number of the range, all alike. */
    public record Random(Range range) implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            range.add(out, values.random().nextLong(range.size()));
        }
    }

    /** A random UUID (RFC 9562, version 4). */
    public record Uuid() implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            long high = (values.random().nextLong() & ~0xf000L) | 0x4000L;
            long low = (values.random().nextLong() & ~(0xc0L << 56)) | (0x80L << 56);
            out.addHex(high >>> 32, 8);
            out.add(DASH);
            out.addHex(high >>> 16, 4);
            out.add(DASH);
            out.addHex(high, 4);
            out.add(DASH);
            out.addHex(low >>> 48, 4);
            out.add(DASH);
            out.addHex(low, 12);
        }

        private static final byte[] DASH = {'-'};
    }

    /**
     * The time at which the request is made, in UTC: {@code 2026-11-29T05:00:00.123Z}.
     *
     * @param millis milliseconds since 1970 instead
     */
    public record Now(boolean millis) implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            var now = values.now();
            if (millis) {
                out.add(now.toEpochMilli(), 1);
            } else {
                out.add(iso(now));
            }
        }

        /** With three decimals always: the length of a body must not depend on the time. */
        private static String iso(Instant now) {
            var text = now.truncatedTo(ChronoUnit.MILLIS).toString();
            return text.length() == 20 ? text.substring(0, 19) + ".000Z" : text;
        }
    }

    /**
     * A field of the row that a feeder has for the request.
     *
     * @param feeder its position among those of the workload
     * @param column from 0
     */
    public record Field(int feeder, int column, Encoding encoding) implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            out.add(encoding.encoded(values.field(feeder, column)));
        }
    }

    /** Path and query of the request that the user sends again. */
    public record LoggedPath() implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            values.addLoggedPath(out);
        }
    }

    /**
     * What the user remembers of a response before, in the same journey; nothing if it is not set.
     *
     * @param name of the variable
     */
    public record Variable(String name, Encoding encoding) implements Value {
        @Override
        public void addTo(Bytes out, UserValues values) {
            out.add(encoding.encoded(values.variable(name).orElse("")));
        }
    }

    /** How a value from outside gets into its place. */
    public enum Encoding {
        /** As it is. */
        NONE {
            @Override
            String encoded(String value) {
                return value;
            }
        },
        /** In a header: as it is, but a value with control characters fits into none (RFC 9110, 5.5). */
        HEADER {
            @Override
            String encoded(String value) {
                for (int i = 0; i < value.length(); i++) {
                    char c = value.charAt(i);
                    if ((c < ' ' && c != '\t') || c == 0x7f) {
                        throw new IllegalArgumentException("a value has a control character");
                    }
                }
                return value;
            }
        },
        /** In a URL's path or query. */
        URL {
            @Override
            String encoded(String value) {
                return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
            }
        },
        /** In a form. */
        FORM {
            @Override
            String encoded(String value) {
                return URLEncoder.encode(value, StandardCharsets.UTF_8);
            }
        },
        /** Within the quotes of a JSON string (RFC 8259, 7). */
        JSON {
            @Override
            String encoded(String value) {
                var text = new StringBuilder(value.length());
                for (int i = 0; i < value.length(); i++) {
                    char c = value.charAt(i);
                    if (c == '"' || c == '\\') {
                        text.append('\\').append(c);
                    } else if (c < ' ') {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
                return text.toString();
            }
        };

        abstract String encoded(String value);
    }

    /** A text that is always the same. */
    public static TextTemplate of(String text) {
        return new TextTemplate(List.of(Literal.of(text)));
    }

    /** A body that is always the same. */
    public static TextTemplate of(RequestBody body) {
        return new TextTemplate(List.of(new Literal(body)));
    }

    private static List<Part> merged(List<Part> parts) {
        var merged = new ArrayList<Part>();
        for (var part : parts) {
            if (part instanceof Literal more && !merged.isEmpty() && merged.getLast() instanceof Literal before) {
                var both = new Bytes();
                before.bytes().addTo(both);
                more.bytes().addTo(both);
                merged.set(merged.size() - 1, Literal.of(both));
            } else {
                merged.add(part);
            }
        }
        return List.copyOf(merged);
    }

    /** This text, and another one after it. */
    public TextTemplate plus(TextTemplate other) {
        var both = new ArrayList<>(parts);
        both.addAll(other.parts);
        return new TextTemplate(both);
    }

    /** Whether it is always the same. */
    public boolean isFixed() {
        return parts.stream().allMatch(Literal.class::isInstance);
    }

    /** In bytes, about: each value as if it had eight. */
    int length() {
        return parts.stream()
                .mapToInt(part ->
                        part instanceof Literal literal ? literal.bytes().length() : Long.BYTES)
                .sum();
    }

    /** This text for one user: what differs between users is settled, what differs between requests is left. */
    TextTemplate ofUser(int user) {
        return new TextTemplate(parts.stream()
                .map(part -> {
                    if (!(part instanceof OfUser number)) {
                        return part;
                    }
                    var out = new Bytes();
                    number.range().add(out, user);
                    return Literal.of(out);
                })
                .toList());
    }

    /** Whether the user has every variable that it is made of. */
    boolean canBeFilled(UserValues values) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Variable variable
                    && values.variable(variable.name()).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    public void addTo(Bytes out, UserValues values) {
        for (int i = 0; i < parts.size(); i++) {
            switch (parts.get(i)) {
                case Literal literal -> literal.bytes().addTo(out);
                case Value value -> value.addTo(out, values);
            }
        }
    }

    /** The text with its values. */
    TextTemplate filled(UserValues values) {
        if (isFixed()) {
            return this;
        }
        var out = new Bytes();
        addTo(out, values);
        return new TextTemplate(List.of(Literal.of(out)));
    }

    /**
     * The bytes of a text that is always the same.
     *
     * @throws IllegalStateException if it is not
     */
    public RequestBody bytes() {
        if (!isFixed()) {
            throw new IllegalStateException("holds values that are not yet known");
        }
        return parts.isEmpty() ? RequestBody.EMPTY : ((Literal) parts.getFirst()).bytes();
    }

    /** The text; values by their kinds. */
    @Override
    public String toString() {
        return parts.stream().map(Part::toString).collect(Collectors.joining());
    }

    /**
     * A text that is always the same.
     *
     * @throws IllegalStateException if it is not
     */
    public String text() {
        return bytes().toString();
    }
}
