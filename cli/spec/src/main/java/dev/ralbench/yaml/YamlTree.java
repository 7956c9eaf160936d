package dev.ralbench.yaml;

import dev.ralbench.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * Turns YAML text into a {@link Node}. Built from the parser's events and not from composed nodes: so depth is limited
 * before anything recurses, and an alias is the same node again, which cannot blow up.
 */
public final class YamlTree {
    private static final int MOST_LEVELS = 32;
    private static final ScalarResolver RESOLVER = new JsonSchema().getScalarResolver();
    private static final FileKind VALUE = new FileKind("value", "a value", "--help", "");

    private final String source;
    private final FileKind kind;
    private final Optional<Origin> fixedOrigin;
    private final Problems problems;
    private final String text;
    private final Iterator<Event> events;
    private final Map<Anchor, Node> anchors = new HashMap<>();
    private final SyntaxErrors syntax;
    private int level;

    private YamlTree(String source, FileKind kind, Optional<Origin> fixedOrigin, String text, Problems problems) {
        this.source = source;
        this.kind = kind;
        this.fixedOrigin = fixedOrigin;
        this.problems = problems;
        this.text = text;
        this.syntax = new SyntaxErrors(
                mark -> fixedOrigin.orElseGet(() -> position(mark)).place());
        var settings = LoadSettings.builder().setLabel(source).build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /** Reads a file's text; duplicate keys become problems, everything else that is wrong ends the reading. */
    public static Node read(String source, FileKind kind, String text, Problems problems) {
        return new YamlTree(source, kind, Optional.empty(), text, problems).document();
    }

    /** Reads a file that has to be a mapping, as all files have to. */
    public static Node.Mapping readMapping(String source, FileKind kind, String text, Problems problems) {
        if (read(source, kind, text, problems) instanceof Node.Mapping root) {
            return root;
        }
        throw Failure.usage(source + ": is not a mapping of keys", "", kind.begin());
    }

    /** Reads a value given outside any file. */
    public static Node readValue(String label, String text) {
        var problems = new Problems();
        var origin = new Origin.Outside(label);
        if (text.isBlank()) {
            return new Node.Scalar(origin, text, ScalarKind.TEXT);
        }
        var node = new YamlTree(label, VALUE, Optional.of(origin), text, problems).document();
        problems.throwIfAny(label, "Give one value, as a file has it.");
        return node;
    }

    private Node document() {
        try {
            events.next();
            var start = events.next();
            if (!(start instanceof DocumentStartEvent)) {
                throw Failure.usage(source + ": is empty", "", kind.begin());
            }
            var root = node(events.next());
            events.next();
            if (events.next() instanceof DocumentStartEvent second) {
                throw failure(second, "a second document begins here", "Write one " + kind.noun() + " per file.");
            }
            return root;
        } catch (MarkedYamlEngineException e) {
            throw syntax.failure(e).causedBy(e);
        } catch (ReaderException e) {
            throw unprintable(e);
        } catch (YamlEngineException e) {
            // Above all a %YAML line with a version to come; the message is then no sentence.
            throw Failure.usage(
                            source + ": is not YAML 1.2", "The YAML reader says: " + e.getMessage(), "Write YAML 1.2.")
                    .causedBy(e);
        }
    }

    private Node node(Event event) {
        refuseTag(event);
        var node = switch (event) {
            case AliasEvent alias -> aliased(alias);
            case ScalarEvent scalar -> scalar(scalar);
            case CollectionStartEvent start -> collection(start);
            default -> throw failure(event, "cannot be read", "Check the line.");
        };
        if (event instanceof NodeEvent named && !(event instanceof AliasEvent)) {
            named.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        }
        return node;
    }

    private Node collection(CollectionStartEvent start) {
        if (++level > MOST_LEVELS) {
            throw failure(start, "is nested more than " + MOST_LEVELS + " levels deep", "Check the brackets.");
        }
        var node = start instanceof MappingStartEvent ? mapping(start) : items(start);
        level--;
        return node;
    }

    private Node mapping(CollectionStartEvent start) {
        var entries = new LinkedHashMap<String, Node.Entry>();
        for (var event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            var key = node(event);
            if (!(key instanceof Node.Scalar scalar)) {
                throw failure(event, "a key must be a word, not " + key.described(), "Check the line.");
            }
            var value = node(events.next());
            var first = entries.putIfAbsent(scalar.text(), new Node.Entry(key.origin(), value));
            if (first != null) {
                problems.add(
                        key.origin(),
                        "",
                        "duplicate key " + scalar.text() + ", first at "
                                + first.keyOrigin().place());
            }
        }
        return new Node.Mapping(origin(start), entries);
    }

    private Node items(CollectionStartEvent start) {
        var items = new ArrayList<Node>();
        for (var event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(node(event));
        }
        return new Node.Items(origin(start), items);
    }

    private Node scalar(ScalarEvent event) {
        syntax.read(event);
        var tag = event.isPlain() ? RESOLVER.resolve(event.getValue(), true) : Tag.STR;
        return new Node.Scalar(origin(event), event.getValue(), kind(tag));
    }

    private static ScalarKind kind(Tag tag) {
        if (tag.equals(Tag.INT)) {
            return ScalarKind.WHOLE_NUMBER;
        }
        if (tag.equals(Tag.FLOAT)) {
            return ScalarKind.NUMBER;
        }
        if (tag.equals(Tag.BOOL)) {
            return ScalarKind.FLAG;
        }
        return tag.equals(Tag.NULL) ? ScalarKind.NOTHING : ScalarKind.TEXT;
    }

    /** Only complete nodes can be referred to, so an anchor cannot contain itself. */
    private Node aliased(AliasEvent alias) {
        var node = anchors.get(alias.getAlias());
        if (node == null) {
            throw failure(
                    alias,
                    "*" + alias.getAlias().getValue() + " refers to no anchor that is complete before it",
                    "Write the value out.");
        }
        return node;
    }

    private void refuseTag(Event event) {
        var tag = switch (event) {
            case ScalarEvent scalar -> scalar.getTag();
            case CollectionStartEvent start -> start.getTag();
            default -> Optional.<String>empty();
        };
        if (tag.isPresent()) {
            throw failure(
                    event,
                    "tags such as " + tag.get().replace("tag:yaml.org,2002:", "!!") + " are not part of the format",
                    "Leave the tag out.");
        }
    }

    private Origin origin(Event event) {
        return fixedOrigin.orElseGet(() -> position(event.getStartMark()));
    }

    private Origin position(Optional<Mark> mark) {
        return mark.<Origin>map(m -> new Origin.Position(source, m.getLine() + 1, m.getColumn() + 1))
                .orElseGet(() -> new Origin.Position(source, 1, 1));
    }

    private Failure failure(Event event, String text, String fix) {
        return Failure.usage(origin(event).place() + ": " + text, "", fix);
    }

    private Failure unprintable(ReaderException e) {
        long line = 1
                + text.substring(0, text.indexOf(e.getCodePoint()))
                        .chars()
                        .filter(character -> character == '\n')
                        .count();
        return Failure.usage(
                        fixedOrigin.map(Origin::place).orElse(source + ":" + line) + ": is not YAML",
                        "It holds the control character U+" + HexFormat.of().toHexDigits((char) e.getCodePoint()) + ".",
                        "Remove the character, or write it as an escape in double quotes.")
                .causedBy(e);
    }
}
