package dev.ralbench.yaml;

import dev.ralbench.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One mapping of the document while it is read. Reports problems and goes on with a substitute, and records the values:
 * keys must be read in the order in which the canonical document is to have them.
 */
public final class Section {
    /** Words that other load generators have for keys of ours: no spelling is near. */
    private static final Map<String, String> OTHER_WORDS =
            Map.of("duration", "hold", "vus", "users", "connections", "users", "rps", "perSecond", "uri", "url");

    private final Reading reading;
    private final String path;
    private final Node.Mapping node;
    private final Format format;
    private final Map<String, Object> document = new LinkedHashMap<>();
    private final int problemsBefore;
    /** Keys that stand for misspelt ones. */
    private final Set<String> assumed;

    private Section(Reading reading, String path, Node.Mapping node, Format format) {
        this.reading = reading;
        this.path = path;
        this.format = format;
        this.problemsBefore = reading.problems().count();
        var misspelt = misspelt(node, format);
        this.assumed = Set.copyOf(misspelt.values());
        this.node = renamed(node, misspelt);
    }

    /**
     * Opens a mapping and reports the keys that the format does not know. A misspelt key is read as the one that it
     * resembles, so that this one is not reported as missing, too.
     */
    public static Section open(Reading reading, String path, Node.Mapping node, Format format) {
        var section = new Section(reading, path, node, format);
        var known = format.known().keySet();
        if (!format.takesOthers()) {
            node.entries().forEach((key, entry) -> {
                if (!known.contains(key)) {
                    section.report(
                            entry.keyOrigin(),
                            key,
                            SpacelessPair.in(key, known)
                                    .map(pair -> "is no key; " + pair.correction())
                                    .orElseGet(() -> "unknown key; " + hint(key, known)));
                }
            });
        }
        return section;
    }

    /**
     * The key as the author wrote it: one that is misspelt stands for it, if the mapping does not have it. What is laid
     * over the mapping belongs there, or else the rest of the misspelt part would be missing next to it.
     */
    public static String asWritten(Node.Mapping node, Format format, String key) {
        return misspelt(node, format).entrySet().stream()
                .filter(each -> each.getValue().equals(key))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(key);
    }

    /** The keys that only resemble a known one, each with the one that it is read as. */
    private static Map<String, String> misspelt(Node.Mapping node, Format format) {
        if (format.takesOthers()) {
            return Map.of();
        }
        var known = format.known().keySet();
        var taken = new HashSet<>(node.entries().keySet());
        var misspelt = new HashMap<String, String>();
        for (var key : node.entries().keySet()) {
            if (!known.contains(key)) {
                SpacelessPair.in(key, known)
                        .map(SpacelessPair::key)
                        .or(() -> otherWord(key, known))
                        .or(() -> NearestName.to(key, known))
                        .filter(nearest -> !isSecondChoice(nearest, format, taken))
                        .filter(taken::add)
                        .ifPresent(nearest -> misspelt.put(key, nearest));
            }
        }
        return misspelt;
    }

    private static Optional<String> otherWord(String key, Set<String> known) {
        return Optional.ofNullable(OTHER_WORDS.get(key)).filter(known::contains);
    }

    private static String hint(String key, Set<String> known) {
        return NearestName.hint(otherWord(key, known).orElse(key), known);
    }

    /** Whether another key of a choice is there already: to read both would be a mistake that the author did not make. */
    private static boolean isSecondChoice(String key, Format format, Set<String> taken) {
        return format instanceof Format.Keys keys
                && keys.alternatives().contains(key)
                && keys.alternatives().stream().anyMatch(taken::contains);
    }

    private static Node.Mapping renamed(Node.Mapping node, Map<String, String> names) {
        var entries = new LinkedHashMap<String, Node.Entry>();
        node.entries().forEach((key, entry) -> entries.put(names.getOrDefault(key, key), entry));
        return new Node.Mapping(node.origin(), entries);
    }

    public Origin origin() {
        return node.origin();
    }

    public Set<String> knownKeys() {
        return format.known().keySet();
    }

    public List<String> keys() {
        return List.copyOf(node.entries().keySet());
    }

    public boolean has(String key) {
        return node.entries().containsKey(key);
    }

    public boolean hasMapping(String key) {
        return node.value(key).filter(Node.Mapping.class::isInstance).isPresent();
    }

    /** Whether the key has a value where a mapping belongs; that is reported when the mapping is read. */
    public boolean hasNoMapping(String key) {
        return has(key) && !hasMapping(key);
    }

    /** Where the value of a key stands, for a failure that does not wait for other problems. */
    public String place(String key) {
        return valueOrigin(key).place();
    }

    /** The keys read so far, in canonical form; a view. */
    public Map<String, Object> document() {
        return Collections.unmodifiableMap(document);
    }

    public <T> T require(String key, ValueSyntax<T> form) {
        if (!has(key)) {
            problemAt(node.origin(), key, "is missing");
            return form.substitute();
        }
        return find(key, form).orElseGet(form::substitute);
    }

    public <T> T get(String key, ValueSyntax<T> form, T byDefault) {
        if (!has(key)) {
            write(key, form.written(byDefault), new Origin.Default());
            return byDefault;
        }
        return find(key, form).orElseGet(form::substitute);
    }

    /** Empty if the key is absent, and also if its value was wrong, which has then been reported. */
    public <T> Optional<T> find(String key, ValueSyntax<T> form) {
        return node.value(key).flatMap(value -> read(key, value, form));
    }

    private <T> Optional<T> read(String key, Node value, ValueSyntax<T> form) {
        if (value instanceof Node.Scalar scalar && scalar.isNothing()) {
            problemAt(value.origin(), key, "has no value; give it one or leave the key out");
            return Optional.empty();
        }
        var flaw = value instanceof Node.Scalar scalar
                ? reading.rule().flaw(path(key), scalar.text())
                : Optional.<String>empty();
        if (flaw.isPresent()) {
            problemAt(value.origin(), key, flaw.get());
            return Optional.empty();
        }
        try {
            var read = form.read(value);
            write(key, form.written(read), value.origin());
            return Optional.of(read);
        } catch (IllegalArgumentException e) {
            problemAt(value.origin(), key, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The mapping at the key; an absent one is empty, so that each of its keys is missing or has its default. */
    public Section section(String key) {
        var value = node.value(key).orElseGet(() -> Node.Mapping.empty(node.origin()));
        var below = format.below(key);
        var section = open(readingOf(value), path(key), mapping(key, value, below), below);
        document.put(key, section.document());
        return section;
    }

    /** The mappings under names that the author chose. */
    public Map<String, Section> named(String key) {
        var parent = section(key);
        var sections = new LinkedHashMap<String, Section>();
        parent.node.entries().forEach((name, entry) -> {
            if (!TextSyntax.NAME.fits().test(name)) {
                parent.problemAt(entry.keyOrigin(), name, TextSyntax.NAME.rule());
            }
            sections.put(name, parent.section(name));
        });
        return sections;
    }

    /** The mappings of the list at the key. */
    public List<Section> sections(String key) {
        var value = node.value(key).orElse(node);
        if (!(value instanceof Node.Items list)) {
            problem(key, "needs a list, got " + value.described());
            return List.of();
        }
        var each = format.below(key).below(key);
        var sections = new ArrayList<Section>();
        for (var item : list.items()) {
            var itemKey = key + "[" + sections.size() + "]";
            sections.add(open(readingOf(item), path(itemKey), mapping(itemKey, item, each), each));
        }
        document.put(key, sections.stream().map(Section::document).toList());
        return sections;
    }

    /** All values of a mapping whose keys the author chose: texts, numbers or flags, all taken as text. */
    public Map<String, String> texts() {
        return texts(key -> new PlainSyntax());
    }

    /** All values of a mapping whose keys the author chose, if the key decides how its value is read and written. */
    public Map<String, String> texts(Function<String, ValueSyntax<String>> forms) {
        var texts = new LinkedHashMap<String, String>();
        keys().forEach(key -> find(key, forms.apply(key)).ifPresent(text -> texts.put(key, text)));
        return texts;
    }

    /** Makes a record; if its constructor refuses, reports that and returns the substitute. */
    public <T> T make(Supplier<T> constructor, T substitute) {
        if (reading.problems().count() > problemsBefore) {
            return substitute;
        }
        try {
            return constructor.get();
        } catch (IllegalArgumentException e) {
            refused(DurationSyntax.inOurUnits(String.valueOf(e.getMessage())));
            return substitute;
        }
    }

    /** The records say "key: what is wrong"; points at that key if the section has it. */
    private void refused(String message) {
        int colon = message.indexOf(": ");
        var key = colon < 0 ? "" : message.substring(0, colon);
        if (has(key)) {
            problem(key, message.substring(colon + 2));
        } else {
            problem(message);
        }
    }

    /** Reports something about the section as a whole. */
    public void problem(String text) {
        reading.problems().add(node.origin(), path, text);
    }

    /** Reports something about the value of a key. */
    public void problem(String key, String text) {
        problemAt(valueOrigin(key), key, text);
    }

    /** Reports something about the key itself. */
    public void keyProblem(String key, String text) {
        problemAt(node.find(key).map(Node.Entry::keyOrigin).orElse(node.origin()), key, text);
    }

    private Origin valueOrigin(String key) {
        return node.value(key).map(Node::origin).orElse(node.origin());
    }

    /** Of a misspelt key only that is told: its value may have been meant for another one. */
    private void problemAt(Origin origin, String key, String text) {
        if (!assumed.contains(key)) {
            report(origin, key, text);
        }
    }

    private void report(Origin origin, String key, String text) {
        reading.problems().add(origin, path(key), text);
    }

    private Node.Mapping mapping(String key, Node value, Format below) {
        if (value instanceof Node.Mapping mapping) {
            return mapping;
        }
        problemAt(value.origin(), key, "needs a mapping of keys, got " + value.described() + correction(value, below));
        return Node.Mapping.empty(value.origin());
    }

    private static String correction(Node value, Format below) {
        return switch (value) {
            case Node.Items list -> "; write its keys without - and [ ]";
            case Node.Scalar scalar ->
                SpacelessPair.in(scalar.text(), below.known().keySet())
                        .map(pair -> "; " + pair.correction())
                        .orElse("");
            case Node.Mapping mapping -> "";
        };
    }

    /** A value that is no mapping is one mistake; that its keys are missing would be no second one. */
    private Reading readingOf(Node value) {
        return value instanceof Node.Mapping ? reading : reading.muted();
    }

    private void write(String key, Object written, Origin origin) {
        document.put(key, written);
        reading.note(path(key), written, origin);
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
