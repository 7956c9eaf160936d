package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.TextSyntax;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code profiles} into patches. A key is a path with dots and replaces the whole value there; {@code request},
 * {@code load}, {@code variants} and {@code predict} may be opened instead, and keys in them are as if written with the
 * dot.
 */
final class ProfileReader {
    static final Set<String> OPENED = Set.of("request", "load", "variants", "predict");

    private final String profile;
    private final Problems problems;
    private final Map<KeyPath, Patch> patches = new LinkedHashMap<>();

    private ProfileReader(String profile, Problems problems) {
        this.profile = profile;
        this.problems = problems;
    }

    static Map<String, List<Patch>> read(Node.Mapping root, Problems problems) {
        var profiles = new LinkedHashMap<String, List<Patch>>();
        var entry = root.entries().get("profiles");
        if (entry == null) {
            return profiles;
        }
        if (!(entry.value() instanceof Node.Mapping named)) {
            var got = entry.value();
            problems.add(got.origin(), "profiles", "needs a mapping of names, got " + got.described());
            return profiles;
        }
        named.entries().forEach((name, body) -> {
            if (!TextSyntax.NAME.fits().test(name)) {
                problems.add(body.keyOrigin(), "profiles." + name, TextSyntax.NAME.rule());
            }
            profiles.put(name, new ProfileReader(name, problems).patches(body.value()));
        });
        return profiles;
    }

    private List<Patch> patches(Node body) {
        if (!(body instanceof Node.Mapping keys)) {
            problems.add(body.origin(), "profiles." + profile, "needs a mapping of keys, got " + body.described());
            return List.of();
        }
        keys.entries().forEach((key, entry) -> {
            if (OPENED.contains(key) && entry.value() instanceof Node.Mapping opened) {
                opened.entries().forEach((below, value) -> addBelow(key, below, value));
            } else {
                add(key, entry);
            }
        });
        return new ArrayList<>(patches.values());
    }

    private void addBelow(String key, String below, Node.Entry entry) {
        if (below.contains(".")) {
            report(entry, key + "." + below, "a key with dots stands at the top of the profile, not below " + key);
            return;
        }
        add(key + "." + below, entry);
    }

    private void add(String key, Node.Entry entry) {
        try {
            var path = KeyPath.parse(key);
            var value = entry.value().withOrigins(origin -> new Origin.Profile(profile, origin));
            if (patches.putIfAbsent(path, new Patch(path, value)) != null) {
                report(entry, key, "is replaced twice in this profile");
            }
        } catch (IllegalArgumentException e) {
            report(entry, key, String.valueOf(e.getMessage()));
        }
    }

    private void report(Node.Entry entry, String key, String text) {
        problems.add(entry.keyOrigin(), "profiles." + profile + "." + key, text);
    }
}
