package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the document's node of one variant from its build and the template. */
record BuiltVariant(Build build) {
    private static final String PORT_WORD = "${port}";

    Origin origin() {
        return new Origin.Outside(build.label());
    }

    Node of(Build.Kind kind, Node template) {
        if (kind instanceof Build.Kind.Copy || !(template instanceof Node.Mapping variant)) {
            return template;
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

    private Map<String, Node.Entry> target(Build.Kind kind, Node before) {
        return switch (kind) {
            case Build.Kind.Copy copy -> Map.of(); // is the template itself
            case Build.Kind.Jar jar -> jar(jar, before);
            case Build.Kind.Image image -> image(image, before);
            case Build.Kind.Url url -> url(url, before);
            case Build.Kind.Command command -> command(command, before);
        };
    }

    private Map<String, Node.Entry> url(Build.Kind.Url url, Node before) {
        var target = new LinkedHashMap<String, Node.Entry>();
        target.put("url", entry(url.url()));
        if (url.url().startsWith("https://")) {
            target.putAll(kept(before, "tls"));
        }
        return target;
    }

    private Map<String, Node.Entry> jar(Build.Kind.Jar jar, Node before) {
        var target = new LinkedHashMap<String, Node.Entry>();
        if (before instanceof Node.Scalar name) {
            target.put("builtIn", new Node.Entry(origin(), name));
        } else {
            target.putAll(kept(before, "builtIn"));
        }
        if (target.isEmpty()) {
            kept(before, "command").forEach((key, command) -> {
                if (command.value() instanceof Node.Scalar text && text.text().contains(TargetReader.JAR_WORD)) {
                    target.put(key, command);
                }
            });
            target.putAll(readyAndEnvironment(before));
        }
        target.put("jar", entry(jar.path()));
        return target;
    }

    private Map<String, Node.Entry> image(Build.Kind.Image image, Node before) {
        var target = readyAndEnvironment(before);
        if (kept(before, "image").containsKey("image")) {
            target.putAll(kept(before, "command", "port"));
        }
        target.put("image", entry(image.image()));
        return target;
    }

    /** A program that is not told its port on the command line learns it as in a container. */
    private Map<String, Node.Entry> command(Build.Kind.Command command, Node before) {
        var target = readyAndEnvironment(before);
        target.put("command", entry(command.command()));
        var environment = target.get("env");
        var variables = new LinkedHashMap<String, Node.Entry>();
        if (environment != null && environment.value() instanceof Node.Mapping mapping) {
            variables.putAll(mapping.entries());
        }
        if (!command.command().contains(PORT_WORD)
                && variables.values().stream().noneMatch(BuiltVariant::hasPort)) {
            List.of("PORT", "SERVER_PORT").forEach(name -> variables.putIfAbsent(name, entry(PORT_WORD)));
            target.put("env", new Node.Entry(origin(), new Node.Mapping(origin(), variables)));
        }
        return target;
    }

    private static boolean hasPort(Node.Entry variable) {
        return variable.value() instanceof Node.Scalar text && text.text().contains(PORT_WORD);
    }

    private Map<String, Node.Entry> readyAndEnvironment(Node before) {
        var kept = new LinkedHashMap<String, Node.Entry>();
        kept.put("ready", entry("/"));
        kept.putAll(kept(before, "ready", "scheme", "tls", "env"));
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
        return new Node.Entry(origin(), new Node.Scalar(origin(), text, Node.Kind.TEXT));
    }
}
