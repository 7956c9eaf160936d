package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes the document's node of one variant from its build and the template. */
record BuiltVariant(Build build) {
    Origin origin() {
        return new Origin.Outside(build.label());
    }

    Node of(BuildKind kind, Node template) {
        var unpublished = unpublished(template);
        if (kind instanceof BuildKind.Copy || !(unpublished instanceof Node.Mapping variant)) {
            return unpublished;
        }
        var entries = new LinkedHashMap<>(variant.entries());
        entries.remove("labels"); // they are about another build
        var before = variant.value("target").orElse(Node.Mapping.empty(origin()));
        var target = target(kind, before);
        if (!target.containsKey("builtIn")) {
            entries.remove("with"); // options of a built-in target
        }
        entries.put("target", new Node.Entry(origin(), new Node.Mapping(origin(), target)));
        return new Node.Mapping(variant.origin(), entries);
    }

    /** A variant without its name in a study: builds made from it were not published. */
    static Node unpublished(Node variant) {
        if (!(variant instanceof Node.Mapping keys)) {
            return variant;
        }
        var entries = new LinkedHashMap<>(keys.entries());
        entries.remove(VariantNames.PUBLISHED);
        return new Node.Mapping(keys.origin(), entries);
    }

    private Map<String, Node.Entry> target(BuildKind kind, Node before) {
        return switch (kind) {
            case BuildKind.Copy copy -> Map.of(); // is the template itself
            case BuildKind.Jar jar -> jar(jar, before);
            case BuildKind.Image image -> image(image, before);
            case BuildKind.Url url -> url(url, before);
            case BuildKind.Command command -> command(command, before);
        };
    }

    private Map<String, Node.Entry> url(BuildKind.Url url, Node before) {
        var target = new LinkedHashMap<String, Node.Entry>();
        target.put("url", entry(url.url()));
        if (url.url().startsWith("https://")) {
            target.putAll(kept(before, "tls"));
        }
        return target;
    }

    private Map<String, Node.Entry> jar(BuildKind.Jar jar, Node before) {
        var target = new LinkedHashMap<String, Node.Entry>();
        if (before instanceof Node.Scalar name) {
            target.put("builtIn", new Node.Entry(origin(), name));
        } else if (kept(before, "builtIn").isEmpty()) {
            kept(before, "command").forEach((key, command) -> {
                if (command.value() instanceof Node.Scalar text && text.text().contains(TargetReader.JAR_WORD)) {
                    target.put(key, command);
                }
            });
            target.putAll(readyAndEnvironment(before));
        } else {
            target.putAll(kept(before, "builtIn", "limits"));
        }
        target.put("jar", entry(jar.path()));
        return target;
    }

    private Map<String, Node.Entry> image(BuildKind.Image image, Node before) {
        var target = readyAndEnvironment(before);
        if (kept(before, "image").containsKey("image")) {
            target.putAll(kept(before, "command", "port"));
        }
        target.put("image", entry(image.image()));
        return target;
    }

    private Map<String, Node.Entry> command(BuildKind.Command command, Node before) {
        var target = readyAndEnvironment(before);
        target.put("command", entry(command.command()));
        return target;
    }

    private Map<String, Node.Entry> readyAndEnvironment(Node before) {
        var kept = new LinkedHashMap<String, Node.Entry>();
        kept.put("ready", entry("/"));
        kept.putAll(kept(before, "ready", "readyWithin", "scheme", "tls", "env", "limits"));
        return kept;
    }

    private static Map<String, Node.Entry> kept(Node before, String... keys) {
        var kept = new LinkedHashMap<String, Node.Entry>();
        for (var key : keys) {
            if (before instanceof Node.Mapping target) {
                target.find(key).ifPresent(entry -> kept.put(key, entry));
            }
        }
        return kept;
    }

    private Node.Entry entry(String text) {
        return new Node.Entry(origin(), new Node.Scalar(origin(), text, ScalarKind.TEXT));
    }
}
