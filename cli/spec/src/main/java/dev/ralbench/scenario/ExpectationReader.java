package dev.ralbench.scenario;

import dev.ralbench.load.RequestTemplate.BodySize;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.SizeSyntax;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads {@code expect} of a request: what a good response is. */
final class ExpectationReader {
    private static final Expectation SUBSTITUTE = new Expectation(200, OptionalLong.empty());
    private static final Pattern ELEMENT_PATH = Pattern.compile("[^.]+(\\.[^.]+)*");
    private static final Pattern POINTER = Pattern.compile("(/([^~]|~[01])*+)?");
    private static final NumberSyntax COUNT = new NumberSyntax(0, Integer.MAX_VALUE);

    private ExpectationReader() {}

    static Expectation read(Section expect) {
        return read(expect, false);
    }

    /** @param isByLog whether a log has the statuses, so that 200 is no default */
    static Expectation read(Section expect, boolean isByLog) {
        var usual = Set.of(200L);
        var statuses = isByLog ? usual : expect.get("status", new StatusSyntax(), usual);
        var headers = headers(expect.section("header"));
        var exact = expect.find("bodyBytes", COUNT).map(BodySize::exactly);
        var range = expect.find("bodySize", new BodySizeSyntax());
        if (expect.has("bodyBytes") && expect.has("bodySize")) {
            expect.keyProblem("bodySize", "does not go with bodyBytes");
        }
        var texts = expect.find("text", new TextsSyntax()).orElse(List.of());
        var values = values(expect.section("json"));
        var elements = elements(expect.section("elements"));
        var within = expect.find("within", DurationSyntax.POSITIVE);
        return expect.make(
                () -> new Expectation(
                        statuses.stream().map(Math::toIntExact).collect(Collectors.toCollection(LinkedHashSet::new)),
                        exact.or(() -> range),
                        elements,
                        headers,
                        texts,
                        values,
                        within),
                SUBSTITUTE);
    }

    private static Map<String, String> headers(Section section) {
        section.keys().stream()
                .filter(name -> !RequestReader.HEADER_NAME.matcher(name).matches())
                .forEach(name -> section.keyProblem(name, "cannot be the name of a header"));
        return section.texts();
    }

    private static Map<String, Long> elements(Section section) {
        var elements = new LinkedHashMap<String, Long>();
        for (var path : section.keys()) {
            if (!ELEMENT_PATH.matcher(path).matches()) {
                section.keyProblem(path, "must be keys of the JSON body, joined by dots");
            }
            section.find(path, COUNT).ifPresent(count -> elements.put(path, count));
        }
        return elements;
    }

    private static Map<String, String> values(Section section) {
        for (var pointer : section.keys()) {
            try {
                var unused = pointer(pointer);
            } catch (IllegalArgumentException e) {
                section.keyProblem(pointer, String.valueOf(e.getMessage()));
            }
        }
        return section.texts();
    }

    /**
     * A JSON pointer (RFC 6901).
     *
     * @throws IllegalArgumentException if the text is none
     */
    static String pointer(String text) {
        if (!POINTER.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a JSON pointer such as /items/0/id, with ~1 for / and ~0 for ~"
                    + " in a key, got " + text);
        }
        return text;
    }

    /** One status, or a list of them. */
    record StatusSyntax() implements ValueSyntax<Set<Long>> {
        private static final NumberSyntax ONE = new NumberSyntax(100, 599);

        @Override
        public Set<Long> read(Node node) {
            if (!(node instanceof Node.Items list)) {
                return Set.of(ONE.read(node));
            }
            if (list.items().isEmpty()) {
                throw new IllegalArgumentException("needs at least one status, got an empty list");
            }
            var statuses = new LinkedHashSet<Long>();
            list.items().forEach(item -> statuses.add(ONE.read(item)));
            return statuses;
        }

        @Override
        public Object written(Set<Long> value) {
            return value.size() == 1 ? value.iterator().next() : List.copyOf(value);
        }

        @Override
        public Set<Long> substitute() {
            return Set.of(200L);
        }
    }

    /** One text, or a list of them. */
    private record TextsSyntax() implements ValueSyntax<List<String>> {
        private static final TextSyntax ONE = new TextSyntax(text -> !text.isEmpty(), "must not be empty", "text");

        @Override
        public List<String> read(Node node) {
            if (!(node instanceof Node.Items list)) {
                return List.of(ONE.read(node));
            }
            if (list.items().isEmpty()) {
                throw new IllegalArgumentException("needs at least one text, got an empty list");
            }
            return list.items().stream().map(ONE::read).toList();
        }

        @Override
        public Object written(List<String> value) {
            return value.size() == 1 ? value.getFirst() : value;
        }

        @Override
        public List<String> substitute() {
            return List.of();
        }
    }

    /** Two sizes: {@code 10B..1KiB}. */
    private record BodySizeSyntax() implements ValueSyntax<BodySize> {
        private static final SizeSyntax SIZE = new SizeSyntax(0);

        @Override
        public BodySize read(Node node) {
            var ends = node instanceof Node.Scalar scalar ? scalar.text().split("\\.\\.", -1) : new String[0];
            if (ends.length != 2) {
                throw new IllegalArgumentException("needs two sizes such as 10B..1KiB, got " + node.described());
            }
            long least = SIZE.read(end(node, ends[0]));
            long most = SIZE.read(end(node, ends[1]));
            if (most < least) {
                throw new IllegalArgumentException(
                        "must go up, from the smaller size to the larger, got " + node.described());
            }
            return new BodySize(least, most);
        }

        private static Node end(Node node, String text) {
            return new Node.Scalar(node.origin(), text, ScalarKind.TEXT);
        }

        @Override
        public String written(BodySize value) {
            return SIZE.written(value.least()) + ".." + SIZE.written(value.most());
        }

        @Override
        public BodySize substitute() {
            return BodySize.exactly(0);
        }
    }
}
