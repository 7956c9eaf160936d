package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.YamlTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scenario file that has been read and found right, alone and with each of its profiles; overrides are still to come.
 */
public final class ParsedScenario {
    private final String source;
    private final Node.Mapping root;
    private final Map<String, List<Patch>> profiles;
    private final Scenario plain;
    private final ScenarioDirectory directory;

    private ParsedScenario(
            String source,
            Node.Mapping root,
            Map<String, List<Patch>> profiles,
            Scenario plain,
            ScenarioDirectory directory) {
        this.source = source;
        this.root = root;
        this.profiles = profiles;
        this.plain = plain;
        this.directory = directory;
    }

    /** Reads a scenario, and those that it extends. */
    static ParsedScenario of(ScenarioText scenario) {
        var problems = new Problems();
        var source = scenario.source();
        var document = ScenarioDocument.read(scenario, problems);
        var root = document.root();
        var directory = document.directory();
        var profiles = ProfileReader.read(root, problems);
        var plain =
                ScenarioReader.read(root, Optional.empty(), directory, problems).scenario();
        profiles.forEach((profile, patches) -> {
            // Counted apart: a section with problems is not made into a record.
            var more = new Problems();
            ScenarioReader.read(patched(root, patches), Optional.of(profile), directory, more);
            problems.addWithin(profile, more);
        });
        problems.throwIfAny(source, ScenarioDirectory.KIND.fix());
        return new ParsedScenario(source, root, profiles, plain, directory);
    }

    public String name() {
        return plain.name();
    }

    public String title() {
        return plain.title();
    }

    /** Where the files lie that it names. */
    ScenarioDirectory directory() {
        return directory;
    }

    /** Names of its profiles in the order of the file. */
    public List<String> profiles() {
        return List.copyOf(profiles.keySet());
    }

    /** Names of its variants in the order of the file. */
    public List<String> variants() {
        return plain.variants().stream().map(Variant::name).toList();
    }

    /** Titles of its variants, which add the names that a study has for them: {@code sequential (v1)}. */
    public List<String> variantTitles() {
        return plain.variants().stream().map(Variant::title).toList();
    }

    /** The file, then the profile, then the values given outside; the variants that are not wanted are left out. */
    public ResolvedScenario resolve(Overrides overrides) {
        var problems = new Problems();
        var merged = patched(root, overrides.profile().map(this::profile).orElse(List.of()));
        merged = patched(merged, patches(overrides.values(), problems));
        merged = overrides.builds().isEmpty()
                ? VariantSelection.of(source, overrides.variants()).applyTo(merged)
                : new Builds(source, overrides.builds(), overrides.variants()).applyTo(merged);
        if (overrides.insecure()) {
            merged = Insecure.applyTo(merged);
        }
        for (var label : overrides.labels()) {
            merged = label.applyTo(merged, source);
        }
        if (overrides.control().isPresent()) {
            merged = withFirstVariantAs(overrides.control().get(), merged);
        }
        var resolved = ScenarioReader.read(merged, overrides.profile(), directory, problems);
        problems.throwIfAny(source, ScenarioDirectory.KIND.fix());
        return resolved;
    }

    /** Adds the first variant once more under another name, unless a variant has that name already. */
    private static Node.Mapping withFirstVariantAs(String name, Node.Mapping document) {
        var variants = document.mapping("variants")
                .filter(all -> !all.entries().isEmpty() && all.find(name).isEmpty());
        return variants.map(all -> {
                    var more = new LinkedHashMap<>(all.entries());
                    var first = all.entries().values().iterator().next().value();
                    more.put(
                            name,
                            new Node.Entry(new Origin.Outside("the gate's control"), BuiltVariant.unpublished(first)));
                    return document.with("variants", new Node.Mapping(all.origin(), more));
                })
                .orElse(document); // the reader reports a document without variants
    }

    private List<Patch> profile(String chosen) {
        var patches = profiles.get(chosen);
        if (patches == null) {
            throw Failure.usage(
                    source + ": there is no profile " + chosen,
                    NearestName.hint(chosen, profiles.keySet()),
                    profiles.isEmpty()
                            ? "leave --profile and --quick out; --duration 5s makes a short run"
                            : "choose one of the file's profiles, or none");
        }
        return patches;
    }

    private static List<Patch> patches(List<Overrides.GivenValue> values, Problems problems) {
        var patches = new ArrayList<Patch>();
        for (var value : values) {
            try {
                patches.add(new Patch(KeyPath.parse(value.path()), YamlTree.readValue(value.origin(), value.value())));
            } catch (IllegalArgumentException e) {
                problems.add(new Origin.Outside(value.origin()), value.path(), String.valueOf(e.getMessage()));
            }
        }
        return patches;
    }

    private static Node.Mapping patched(Node.Mapping document, List<Patch> patches) {
        var result = document;
        for (var patch : patches) {
            result = patch.applyTo(result);
        }
        return result;
    }
}
