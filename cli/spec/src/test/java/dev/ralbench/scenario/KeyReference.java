package dev.ralbench.scenario;

import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reference of a kind of file: a document whose lists of keys and contents are made from its headings and a JSON
 * schema. {@code <!-- keys of PATH -->} begins the list of the keys below that path, such as {@code load.closed};
 * {@code <!-- keys of the file -->} that of the whole. Each list has all keys below it except those with a list of
 * their own, so no key is left out. The anchor of each key is its path, with {@code NAME} for any name and {@code []}
 * for each item.
 */
public final class KeyReference {
    private static final Pattern LIST =
            Pattern.compile("(<!-- keys of ([^\n]+) -->\n).*?(?=<!-- end of keys -->)", Pattern.DOTALL);
    private static final Pattern CONTENTS =
            Pattern.compile("(<!-- contents -->\n).*?(?=<!-- end of contents -->)", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|<[^>]*>|[^\\s`<])+");
    private static final String ROOT = "the file";
    private static final int COLUMNS = 120;
    private static final JsonMapper JSON = new JsonMapper();
    private static final Dump FLOW = new Dump(DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.FLOW)
            .setWidth(Integer.MAX_VALUE)
            .build());

    private final JsonNode root;
    private final Map<String, Key> keys = new LinkedHashMap<>();
    private final Set<String> apart;

    private KeyReference(JsonNode root, Set<String> apart) {
        this.root = root;
        this.apart = apart;
        collect("", root);
    }

    /** A key: its schema, and whether it is required. */
    private record Key(JsonNode schema, boolean isRequired) {}

    /** Fails if the document is not what the schema says; {@code -Dgolden.update=true} writes it. */
    public static void hold(Path document, Path schema) throws IOException {
        var text = Files.readString(document);
        var reference = of(schema, text);
        var listed = LIST.matcher(text)
                .replaceAll(list -> Matcher.quoteReplacement(list.group(1) + reference.list(list.group(2))));
        var contents = CONTENTS.matcher(listed)
                .replaceAll(list -> Matcher.quoteReplacement(list.group(1) + Markdown.contents(listed)));
        Golden.matches(document, contents);
    }

    /** The paths of all keys of a schema. */
    public static Set<String> paths(Path schema) throws IOException {
        return Set.copyOf(of(schema, "").keys.keySet());
    }

    private static KeyReference of(Path schema, String document) throws IOException {
        var apart = LIST.matcher(document)
                .results()
                .map(list -> list.group(2))
                .filter(path -> !path.equals(ROOT))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return new KeyReference(JSON.readTree(Files.readString(schema)), apart);
    }

    private void collect(String above, JsonNode schema) {
        for (var entry : schema.path("properties").properties()) {
            var path = above + entry.getKey();
            keys.put(path, new Key(entry.getValue(), ProfileSchema.isRequired(schema, entry.getKey())));
            collectBelow(path, resolved(entry.getValue()));
        }
    }

    private void collectBelow(String path, JsonNode schema) {
        collect(path + ".", schema);
        var each = resolved(schema.path("additionalProperties"));
        // Profiles have keys with dots, which are the others' once more.
        if (!each.has("patternProperties")) {
            collect(path + ".NAME.", each);
        }
        schema.path("anyOf").forEach(kind -> collect(path + ".", resolved(kind)));
        // Items without a definition of their own are what is described around the list.
        if (schema.path("items").has("$ref")) {
            collect(path + "[].", resolved(schema.get("items")));
        }
    }

    /** Keys that say the same, such as the label of each shape, are one entry. */
    private String list(String section) {
        var prefix = section.equals(ROOT) ? "" : section + ".";
        var entries = new LinkedHashMap<String, List<String>>();
        keys.forEach((path, key) -> {
            if (path.startsWith(prefix) && sectionOf(path).equals(section)) {
                entries.computeIfAbsent(described(path, key), first -> new ArrayList<>())
                        .add(path);
            }
        });
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("the schema has no keys below " + section);
        }
        return entries.entrySet().stream()
                .map(entry -> entry(prefix, entry.getValue(), entry.getKey()))
                .collect(Collectors.joining("", "\n", "\n"));
    }

    /** The longest path with a list of its own that this key is below. */
    private String sectionOf(String path) {
        return apart.stream()
                .filter(section -> path.startsWith(section + "."))
                .reduce((one, other) -> one.length() >= other.length() ? one : other)
                .orElse(ROOT);
    }

    private static String entry(String prefix, List<String> paths, String described) {
        var names = paths.stream()
                .map(path -> "<a id=\"" + path + "\"></a>`" + path.substring(prefix.length()) + "`")
                .collect(Collectors.joining(", "));
        return wrapped(names + described);
    }

    /** An item of a list. Code and anchors stay in one line. */
    private static String wrapped(String entry) {
        var text = new StringBuilder("-");
        int column = text.length();
        for (var word : WORD.matcher(entry).results().toList()) {
            boolean fits = text.length() == 1 || column + 1 + word.group().length() <= COLUMNS;
            text.append(fits ? " " : "\n  ").append(word.group());
            column = (fits ? column + 1 : 2) + word.group().length();
        }
        return text.append('\n').toString();
    }

    private String described(String path, Key key) {
        var schema = key.schema();
        var byDefault = stated("default", schema);
        var example = stated("examples", schema).path(0);
        return " (" + type(schema) + (key.isRequired() ? ", required" : "")
                + (byDefault.isMissingNode() ? "" : ", default `" + flow(byDefault) + "`") + "): "
                + stated("description", schema).stringValue()
                + (example.isMissingNode() ? "" : " Example: `" + flow(lastOf(path), example) + "`");
    }

    private static String lastOf(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** In words; a definition that has a {@code title} is called so. */
    private String type(JsonNode schema) {
        var title = stated("title", schema);
        return title.isMissingNode() ? plainType(resolved(schema)) : title.stringValue();
    }

    private String plainType(JsonNode schema) {
        if (schema.has("const")) {
            return code(schema.get("const"));
        }
        if (schema.has("enum")) {
            return alternatives(children(schema.get("enum")).stream()
                    .map(KeyReference::code)
                    .toList());
        }
        if (schema.path("type").isString()) {
            return named(schema.get("type").stringValue(), schema);
        }
        var kinds = schema.has("type")
                ? schema.get("type")
                : schema.has("anyOf") ? schema.get("anyOf") : schema.path("oneOf");
        return alternatives(children(kinds).stream()
                .filter(kind -> !(kind.isString() && kind.stringValue().equals("null")))
                .map(kind -> kind.isString() ? named(kind.stringValue(), schema) : type(kind))
                .distinct()
                .toList());
    }

    private String named(String type, JsonNode schema) {
        return switch (type) {
            case "string" -> "text";
            case "boolean" -> "`true` or `false`";
            case "object" -> "mapping";
            case "array" -> "list";
            case "integer" -> "whole number" + range(schema);
            case "number" -> "number" + range(schema);
            default -> throw new IllegalArgumentException("no word for the type " + type);
        };
    }

    private static String range(JsonNode schema) {
        var most = schema.path("maximum");
        var least = schema.has("exclusiveMinimum") ? schema.get("exclusiveMinimum") : schema.path("minimum");
        if (least.isMissingNode() || most.isMissingNode()) {
            return least.isMissingNode() ? "" : " from " + grouped(least);
        }
        return (schema.has("exclusiveMinimum") ? " above " : " from ") + grouped(least) + " to " + grouped(most);
    }

    /** As in the rest of the documents: 1 000 000. */
    private static String grouped(JsonNode number) {
        return number.asString().replaceAll("(?<=\\d)(?=(\\d{3})+$)(?<!\\.\\d{0,9})", "\u00a0");
    }

    private static String alternatives(List<String> kinds) {
        var last = kinds.getLast();
        return kinds.size() == 1 ? last : String.join(", ", kinds.subList(0, kinds.size() - 1)) + " or " + last;
    }

    private static List<JsonNode> children(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    private static String code(JsonNode value) {
        return "`" + flow(value) + "`";
    }

    /** What stands next to a reference goes before what stands where it leads. */
    private JsonNode stated(String keyword, JsonNode schema) {
        return schema.has(keyword) || !schema.has("$ref") ? schema.path(keyword) : stated(keyword, referred(schema));
    }

    private static String flow(String key, JsonNode example) {
        var text = flow(JSON.createObjectNode().set(key, example));
        return text.substring(1, text.length() - 1);
    }

    private static String flow(JsonNode value) {
        return FLOW.dumpToString(JSON.convertValue(value, Object.class)).strip();
    }

    private JsonNode resolved(JsonNode schema) {
        return schema.has("$ref") ? resolved(referred(schema)) : schema;
    }

    private JsonNode referred(JsonNode schema) {
        return root.requiredAt(schema.get("$ref").asString().substring(1));
    }
}
