package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredKinds;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.Replay;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Reading;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads a merged document: the tree in, the scenario and the origin of each of its values out. */
final class ScenarioReader {
    static final String DEFAULT_JVM_FLAGS = "-Xms1G -Xmx2G";

    private static final long SCHEMA = 1;
    private static final ValueSyntax<String> JVM_FLAGS =
            TextSyntax.matching("[^\"']*", "is split at spaces and knows no quotes", "");

    private ScenarioReader() {}

    static ResolvedScenario read(
            Node.Mapping merged, Optional<String> profile, ScenarioDirectory directory, Problems problems) {
        var variables = JourneyVariables.in(merged);
        var reading = Reading.into(
                problems,
                new PlaceholderRule(ServicePlaceholders.in(merged), variables, DataColumns.in(merged, directory)));
        var known = ForeignKeys.without(merged, problems);
        var root = Section.open(
                reading, "", JourneyReader.withCommon(RequestReader.withCommon(known)), ScenarioFormat.SCENARIO);
        checkSchema(root);
        var name = root.require("name", TextSyntax.NAME);
        var title = root.get("title", TextSyntax.NOT_BLANK, name);
        var load = LoadReader.read(root, directory);
        var replay = load.plan().replay();
        var logged = replay.map(log -> RequestReader.readLogged(root));
        var common = logged.map(RequestReader.Logged::common).orElseGet(() -> RequestReader.read(root, directory));
        var written = replay.map(log -> replayed(root, log, logged.orElseThrow()))
                .or(() -> workload(root, common, directory, variables));
        var setup = JourneyReader.readSetup(root, common, directory, variables);
        var request = written.map(
                        several -> RequestReader.Request.of(several.requests().getFirst()))
                .orElseGet(
                        () -> root.has(JourneyReader.JOURNEYS) ? RequestReader.Request.of(common.template()) : common);
        var shares = load.shares(written);
        var workload = written.map(each -> each.sharedBy(shares));
        var jvmFlags = root.get("jvm", JVM_FLAGS, DEFAULT_JVM_FLAGS);
        var needs = DeclaredKinds.read(root, directory);
        var data = DataReader.read(root, needs, directory);
        var variants = variants(root, request, whyNoPath(root, load.plan()), directory);
        var expected = new Scenario.Expected(
                WorkReader.read(root, names(variants)),
                ExpectReader.read(
                        root.section("expect"),
                        Optional.of(workload.map(ScenarioWorkload::names).orElse(List.of()))),
                PredictionReader.read(root, names(variants)),
                root.find("reference", TextSyntax.REFERENCE));
        var scenario = new Scenario(
                name,
                title,
                profile,
                load.plan(),
                split(jvmFlags),
                needs,
                data,
                workload,
                setup,
                variants,
                expected,
                withoutEmptyMaps(
                        workload.isPresent() && replay.isEmpty()
                                ? RequestReader.withoutCommon(root.document())
                                : root.document()));
        return new ResolvedScenario(scenario, reading.values());
    }

    private static Optional<ScenarioWorkload> workload(
            Section root, RequestReader.Request common, ScenarioDirectory directory, JourneyVariables variables) {
        var several = RequestReader.readSeveral(root, common, directory);
        var journeys = JourneyReader.read(root, common, directory, variables);
        if (root.has(RequestReader.SEVERAL) && root.has(JourneyReader.JOURNEYS)) {
            root.keyProblem(JourneyReader.JOURNEYS, "does not go with requests: a journey of one step is one request");
        }
        return several.or(() -> journeys);
    }

    private static ScenarioWorkload replayed(Section root, Replay log, RequestReader.Logged request) {
        Stream.of(RequestReader.SEVERAL, JourneyReader.JOURNEYS)
                .filter(root::has)
                .forEach(key -> root.keyProblem(key, "does not go with load.open.trace: the log has the requests"));
        return ScenarioWorkload.of(log, request.common().template(), request.asBefore());
    }

    private static Optional<String> whyNoPath(Section root, LoadPlan load) {
        if (load.replay().isPresent()) {
            return Optional.of("does not go with load.open.trace: the log has the paths");
        }
        if (root.has(JourneyReader.JOURNEYS)) {
            return Optional.of("does not go with journeys: each step has its own");
        }
        return root.has(RequestReader.SEVERAL)
                ? Optional.of("does not go with requests: each of these has its own")
                : Optional.empty();
    }

    /** A newer format is the only thing worth saying about a newer file: its other keys cannot be judged. */
    private static void checkSchema(Section root) {
        long schema = root.require("schema", new NumberSyntax(1, Integer.MAX_VALUE));
        if (schema > SCHEMA) {
            throw Failure.usage(
                    root.place("schema") + ": schema " + schema + " is newer than this ralbench",
                    "This ralbench reads schema " + SCHEMA + "; the file was written for a later version.",
                    "Update ralbench, or write the file for schema " + SCHEMA + ".");
        }
    }

    private static List<Variant> variants(
            Section root, RequestReader.Request request, Optional<String> whyNoPath, ScenarioDirectory directory) {
        var variants = new ArrayList<Variant>();
        var sections = root.named("variants");
        sections.forEach(
                (name, section) -> variants.add(VariantReader.read(name, section, request, whyNoPath, directory)));
        checkPublishedNames(variants, sections);
        if (variants.isEmpty() && !root.hasNoMapping("variants")) {
            root.problem("variants", "needs at least one variant");
        }
        return variants;
    }

    /** Each variant can be asked for by either of its names, so no two variants may share one. */
    private static void checkPublishedNames(List<Variant> variants, Map<String, Section> sections) {
        var takenBy = new HashMap<String, String>();
        variants.forEach(variant -> takenBy.put(variant.name(), variant.name()));
        for (var variant : variants) {
            variant.published().ifPresent(published -> {
                var other = takenBy.putIfAbsent(published, variant.name());
                var section = sections.get(variant.name());
                if (other != null && !other.equals(variant.name()) && section != null) {
                    section.problem(
                            VariantNames.PUBLISHED,
                            published + " is the name of variant " + other
                                    + (other.equals(published) ? "" : " in the study")
                                    + "; give each variant a name of its own");
                }
            });
        }
    }

    private static List<String> names(List<Variant> variants) {
        return variants.stream().map(Variant::name).toList();
    }

    private static List<String> split(String flags) {
        return flags.isBlank() ? List.of() : List.of(flags.strip().split("\\s+"));
    }

    /** A copy in which {@code headers: {}} and no headers at all are the same, as they mean the same. */
    private static Map<String, Object> withoutEmptyMaps(Map<?, ?> document) {
        var copy = new LinkedHashMap<String, Object>();
        document.forEach((key, value) -> {
            if (!(value instanceof Map<?, ?> map)) {
                copy.put((String) key, value instanceof List<?> list ? copyOf(list) : value);
            } else if (!map.isEmpty()) {
                copy.put((String) key, withoutEmptyMaps(map));
            }
        });
        return Collections.unmodifiableMap(copy);
    }

    private static List<Object> copyOf(List<?> list) {
        var copy = new ArrayList<Object>();
        list.forEach(item -> copy.add(item instanceof Map<?, ?> map ? withoutEmptyMaps(map) : item));
        return List.copyOf(copy);
    }
}
