package dev.ralbench.scenario;

import dev.ralbench.metric.MetricLimit;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Reading;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.YamlTree;
import dev.ralbench.yaml.YamlWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scenario documents as YAML files. */
public final class ScenarioFile {
    private ScenarioFile() {}

    /** Reads a file, or says everything that is wrong with it. */
    public static ParsedScenario read(Path path) {
        return ParsedScenario.of(ScenarioText.of(path));
    }

    /**
     * Reads a scenario's text, such as one that {@link #write} gave; files that it names are those of the built-ins.
     *
     * @param source its name in messages
     */
    public static ParsedScenario parse(String source, String text) {
        return ParsedScenario.of(new ScenarioText(source, text, new ScenarioDirectory.BuiltIn()));
    }

    /**
     * The limits of a canonical document, such as a result has of its scenario. Nothing else of it is read: files that it
     * names may be gone.
     *
     * @param source its name in messages
     */
    public static List<MetricLimit> limits(String source, Map<String, Object> document) {
        var problems = new Problems();
        var text = write(Map.of("expect", document.getOrDefault("expect", Map.of())));
        var root = Section.open(
                Reading.into(problems),
                "",
                YamlTree.readMapping(source, ScenarioDirectory.KIND, text, problems),
                new Format.Keys(Map.of("expect", new Format.Texts())));
        var limits = ExpectReader.read(root.section("expect"), Optional.empty());
        problems.throwIfAny(source, "Run it again with this version of ralbench.");
        return limits;
    }

    /** The YAML text of a canonical document; reading it gives an equal scenario. */
    public static String write(Map<String, Object> document) {
        return YamlWriter.of(document);
    }
}
