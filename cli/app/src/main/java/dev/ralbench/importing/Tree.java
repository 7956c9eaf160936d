package dev.ralbench.importing;

import dev.ralbench.Failure;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.YamlTree;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A document in JSON or YAML, read leniently: what is not there is empty, and so is what is of another kind.
 *
 * @param value a map, a list, a text, a number or a flag; empty if there is nothing
 */
record Tree(Optional<Object> value) {
    private static final FileKind KIND = new FileKind("document", "openapi: 3.1.0", "ralbench import --help", "");
    private static final JsonMapper JSON = new JsonMapper();
    static final Tree NOTHING = new Tree(Optional.empty());

    static Tree read(String source, String text) {
        if (text.stripLeading().startsWith("{")) {
            try {
                return new Tree(Optional.of(JSON.readValue(text, Object.class)));
            } catch (JacksonException e) {
                throw Failure.usage(source + ": is not JSON", e.getOriginalMessage(), "check the file")
                        .causedBy(e);
            }
        }
        var problems = new Problems();
        var root = YamlTree.readMapping(source, KIND, text, problems);
        problems.throwIfAny(source, "Write each key once.");
        return new Tree(Optional.of(plain(root)));
    }

    private static Object plain(Node node) {
        return switch (node) {
            case Node.Mapping mapping -> {
                var map = new LinkedHashMap<String, Object>();
                mapping.entries().forEach((key, entry) -> map.put(key, plain(entry.value())));
                yield map;
            }
            case Node.Items list -> list.items().stream().map(Tree::plain).toList();
            case Node.Scalar scalar -> scalar.kind() == ScalarKind.TEXT ? scalar.text() : number(scalar);
        };
    }

    private static Object number(Node.Scalar scalar) {
        return switch (scalar.kind()) {
            case FLAG -> Boolean.valueOf(scalar.text());
            case WHOLE_NUMBER -> scalar.text().length() > 18 ? scalar.text() : (Object) Long.valueOf(scalar.text());
            case NUMBER -> scalar.text();
            case TEXT, NOTHING -> "";
        };
    }

    private Map<?, ?> map() {
        return value.filter(Map.class::isInstance)
                .map(found -> (Map<?, ?>) found)
                .orElse(Map.of());
    }

    boolean has(String key) {
        return map().containsKey(key);
    }

    boolean isEmpty() {
        return value.isEmpty();
    }

    /** The value below a key. */
    Tree at(String key) {
        return new Tree(Optional.ofNullable(map().get(key)));
    }

    /** The value at a reference within the document, such as {@code #/components/schemas/Pet}; another one is empty. */
    Tree atReference(String reference) {
        if (!reference.startsWith("#/")) {
            return NOTHING;
        }
        return Stream.of(reference.substring(2).split("/"))
                .map(part -> part.replace("~1", "/").replace("~0", "~"))
                .reduce(this, Tree::at, (one, other) -> other);
    }

    List<String> keys() {
        return map().keySet().stream().map(String::valueOf).toList();
    }

    /** The items of a list. */
    List<Tree> items() {
        var items = new ArrayList<Tree>();
        if (value.orElse(List.of()) instanceof List<?> list) {
            list.forEach(item -> items.add(new Tree(Optional.ofNullable(item))));
        }
        return items;
    }

    /** A text, number or flag as text. */
    Optional<String> text() {
        return value.filter(found -> !(found instanceof Map) && !(found instanceof List))
                .map(String::valueOf);
    }

    String text(String key) {
        return at(key).text().orElse("");
    }

    /** As JSON, in one line. */
    String json() {
        return value.map(JSON::writeValueAsString).orElse("null");
    }

    static String json(Object value) {
        return JSON.writeValueAsString(value);
    }

    /** The first that is there, of those that a list of keys names. */
    Tree first(String... keys) {
        return Stream.of(keys)
                .map(this::at)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(NOTHING);
    }

    /** The first value of a map, or item of a list. */
    Tree any() {
        Iterator<?> values = value.orElse(List.of()) instanceof List<?> list
                ? list.iterator()
                : map().values().iterator();
        return values.hasNext() ? new Tree(Optional.ofNullable(values.next())) : NOTHING;
    }

    <T> Optional<T> found(Function<Tree, T> change) {
        return isEmpty() ? Optional.empty() : Optional.of(change.apply(this));
    }
}
