package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The recipes in docs/ci.md name existing files and options. */
class CiDocumentTest {
    private static final List<String> OF_THE_RECIPE = List.of("BUILD", "JAR", "SCENARIO", "GATE");

    private static String document() throws IOException {
        return Files.readString(Repository.ROOT.resolve("docs/ci.md"));
    }

    /** The only block of code in a section. */
    private static String code(String section, String language) throws IOException {
        var found = Pattern.compile("\n## " + section + "\n.*?\n```" + language + "\n(.*?)\n```\n", Pattern.DOTALL)
                .matcher(document());
        assertThat(found.find()).as(section).isTrue();
        return found.group(1);
    }

    private static Object yaml(String section) throws IOException {
        return new Load(LoadSettings.builder().build()).loadFromString(code(section, "yaml"));
    }

    private static Map<?, ?> at(Object mapping, String key) {
        return (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) mapping).get(key), key);
    }

    @Test
    void theJobOfGitLabGivesTheRecipeItsVariablesAndIsNeutralWhereItSays() throws IOException {
        var job = at(yaml("GitLab"), "load-gate");

        assertThat(at(job, "variables").keySet()).extracting(String::valueOf).containsAll(OF_THE_RECIPE);
        assertThat(at(job, "variables").get("NEUTRAL"))
                .isEqualTo(at(job, "allow_failure").get("exit_codes"));
        assertThat(at(at(job, "artifacts"), "reports").get("junit")).isEqualTo("gate.xml");
    }

    @Test
    void theWorkflowGivesTheActionInputsThatItHas() throws IOException {
        var action = (Map<?, ?>) new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(Repository.ROOT.resolve("action.yml")));
        var steps = (List<?>) at(at(yaml("GitHub"), "jobs"), "gate").get("steps");
        var given = at(Objects.requireNonNull(steps).getLast(), "with").keySet();

        assertThat(given).isNotEmpty().allMatch(at(action, "inputs")::containsKey);
    }

    @Test
    void thePipelineOfJenkinsSetsTheVariablesOfTheRecipe() throws IOException {
        assertThat(code("Jenkins", "groovy"))
                .contains(OF_THE_RECIPE.stream().map(name -> " " + name + " = ").toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GitLab", "Jenkins"})
    void theRecipeIsWhereTheyLookForIt(String section) throws IOException {
        assertThat(code(section, section.equals("GitLab") ? "yaml" : "groovy"))
                .contains("$RALBENCH_HOME/scenarios/gates/gate.sh");
        assertThat(Repository.ROOT.resolve("scenarios/gates/gate.sh")).exists();
    }

    /** As dist packs it. */
    @ParameterizedTest
    @ValueSource(strings = {"GitLab", "Jenkins"})
    void theCommandIsThatOfAPackage(String section) throws IOException {
        var command = Pattern.compile("RALBENCH ?= ?\"\\$(?:RALBENCH_HOME|\\{env\\.RALBENCH_HOME})/(.*/)ralbench\"")
                .matcher(code(section, section.equals("GitLab") ? "yaml" : "groovy"));

        assertThat(command.find()).isTrue();
        assertThat(Files.readString(Repository.ROOT.resolve("dist/src/core-files.xml")))
                .containsPattern("<source>[^<]*/ralbench</source>\\s*<outputDirectory>"
                        + command.group(1).replace("/", "/?") + "</outputDirectory>");
    }

    /** Each property of the plugin has its row, and each row a property. */
    @Test
    void theTableOfTheMavenGoalHasItsProperties() throws IOException {
        var source = Files.readString(
                Repository.ROOT.resolve("cli/maven-plugin/src/main/java/dev/ralbench/maven/GateMojo.java"));
        var declared = Pattern.compile("property = \"(ralbench\\.[A-Za-z]+)\"")
                .matcher(source)
                .results();
        var documented = Pattern.compile("\\| `(ralbench\\.[A-Za-z]+)` \\|")
                .matcher(document())
                .results();

        assertThat(documented.map(found -> found.group(1)).toList())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(
                        declared.map(found -> found.group(1)).toList());
    }
}
