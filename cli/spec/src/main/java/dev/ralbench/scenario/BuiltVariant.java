package dev.ralbench.scenario;

import dev.ralbench.dependency.declared.ServiceKeys;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Makes the document's node of one variant from its build and the template. */
record BuiltVariant(Build build) {
    Origin origin() {
        return new Origin.Outside(build.label());
    }

    Node of(BuildKind kind, Node template) {
        var unpublished = unpublished(template);
        boolean isCopy = kind instanceof BuildKind.Copy;
        if ((isCopy && build.directory().isEmpty()) || !(unpublished instanceof Node.Mapping variant)) {
            return unpublished;
        }
        var entries = new LinkedHashMap<>(variant.entries());
        if (!isCopy) {
            entries.remove("labels"); // they are about another build
        }
        var before = variant.value("target").orElse(Node.Mapping.empty(origin()));
        var target = target(kind, before);
        boolean isBuiltIn = kind instanceof BuildKind.Jar && target.containsKey("builtIn"); // loads its jar alone
        if (build.directory().isPresent() && !isBuiltIn) { // an image and a URL refuse it
            target.putAll(directoryEntry(before));
        }
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
            case BuildKind.Copy copy -> inItsTree(before);
            case BuildKind.Jar jar -> jar(jar, before);
            case BuildKind.Image image -> image(image, before);
            case BuildKind.Url url -> url(url, before);
            case BuildKind.Program program -> command(commandOf(program, directory(before)), before);
            case BuildKind.Command command -> command(command.command(), before);
        };
    }

    /** A copy whose relative paths count from its own tree. */
    private Map<String, Node.Entry> inItsTree(Node before) {
        var target = new LinkedHashMap<String, Node.Entry>();
        if (before instanceof Node.Scalar name) {
            target.put("builtIn", new Node.Entry(origin(), name));
        } else if (before instanceof Node.Mapping mapping) {
            target.putAll(mapping.entries());
        }
        text(before, "jar").ifPresent(jar -> target.put("jar", entry(inTree(jar))));
        return target;
    }

    private String inTree(String path) {
        return build.directory()
                .map(tree -> Path.of(tree).resolve(path).normalize().toString())
                .orElse(path);
    }

    /** Where it is started: the template's directory, in its own tree. */
    private Optional<String> directory(Node before) {
        return text(before, ServiceKeys.DIRECTORY).map(this::inTree).or(build::directory);
    }

    private Map<String, Node.Entry> directoryEntry(Node before) {
        return directory(before)
                .map(directory -> {
                    var given = new Origin.Outside(BuildTrees.OPTION + " " + build.name());
                    var text = new Node.Scalar(given, directory, ScalarKind.TEXT);
                    return Map.of(ServiceKeys.DIRECTORY, new Node.Entry(given, text));
                })
                .orElse(Map.of());
    }

    private static Optional<String> text(Node target, String key) {
        return Optional.ofNullable(kept(target, key).get(key))
                .map(Node.Entry::value)
                .filter(Node.Scalar.class::isInstance)
                .map(value -> ((Node.Scalar) value).text());
    }

    /** As it is written where the program is started. A shell looks for a bare name elsewhere. */
    private static String commandOf(BuildKind.Program program, Optional<String> directory) {
        if (directory.isEmpty()) {
            return quoted(program.path().contains("/") ? program.path() : "./" + program.path());
        }
        var from = absolute(directory.get());
        var path = absolute(program.path());
        return quoted(path.startsWith(from) ? "./" + from.relativize(path) : path.toString());
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize();
    }

    /** A path may hold shell syntax. */
    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./+@%-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
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
            target.putAll(directoryEntry(before));
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

    private Map<String, Node.Entry> command(String command, Node before) {
        var target = readyAndEnvironment(before);
        target.putAll(directoryEntry(before));
        target.put("command", entry(command));
        return target;
    }

    private Map<String, Node.Entry> readyAndEnvironment(Node before) {
        var kept = new LinkedHashMap<String, Node.Entry>();
        kept.put("ready", entry("/"));
        kept.putAll(kept(before, "ready", "readyWithin", "counters", "scheme", "tls", "env", "limits"));
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
