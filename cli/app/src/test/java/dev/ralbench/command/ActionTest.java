package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The GitHub Action hands its script what the script reads, and a token to no step that builds anything. */
class ActionTest {
    private static final Pattern INPUT = Pattern.compile("inputs\\.([a-z-]+)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Z_]+)");

    /** Set by GitHub's runner for each step, or by the script itself. */
    private static final Set<String> OTHERS = Set.of(
            "GITHUB_RUN_ATTEMPT",
            "GITHUB_OUTPUT",
            "GITHUB_STEP_SUMMARY",
            "GITHUB_REPOSITORY",
            "ATTEMPT",
            "MARK",
            "JAR");

    private String script = "";
    private Map<?, ?> action = Map.of();

    @BeforeEach
    void readTheAction() throws IOException {
        script = Files.readString(Repository.ROOT.resolve(".github/action/gate"));
        var text = Files.readString(Repository.ROOT.resolve("action.yml"));
        action = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    private static Object at(Object mapping, String key) {
        return Objects.requireNonNull(((Map<?, ?>) mapping).get(key), key);
    }

    private List<Map<?, ?>> steps() {
        return ((List<?>) at(at(action, "runs"), "steps"))
                .stream().<Map<?, ?>>map(step -> (Map<?, ?>) step).toList();
    }

    private Stream<Map<?, ?>> scriptSteps() {
        return steps().stream().filter(step -> step.containsKey("run"));
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void eachInputIsUsedAndEachUsedOneIsThere() {
        assertThat(found(INPUT, steps().toString())).isEqualTo(((Map<?, ?>) at(action, "inputs")).keySet());
    }

    @Test
    void theScriptGetsTheVariablesThatItReads() {
        var given = scriptSteps()
                .flatMap(step -> ((Map<?, ?>) at(step, "env")).keySet().stream())
                .map(String::valueOf)
                .collect(Collectors.toSet());
        var read = found(
                VARIABLE, script.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n")));
        read.removeAll(OTHERS);

        // gh and gate.sh read these two by themselves.
        assertThat(given).containsAll(read);
        given.removeAll(read);
        assertThat(given).isSubsetOf("GH_TOKEN", "NO_BASE");
    }

    @Test
    void itsStepsCallTheScriptWithWordsThatItKnows() {
        assertThat(scriptSteps().map(step -> String.valueOf(at(step, "run"))))
                .containsExactly(
                        "\"$GITHUB_ACTION_PATH/.github/action/gate\" measure",
                        "\"$GITHUB_ACTION_PATH/.github/action/gate\" comment");
        assertThat(script).contains("\nmeasure) measure ;;\n", "\ncomment) comment ;;\n");
        assertThat(Path.of(Repository.ROOT.toString(), ".github/action/gate")).isExecutable();
    }

    @Test
    void theTokenIsForTheCommentAloneAndForksGetNone() {
        var withToken = steps().stream()
                .filter(step -> step.toString().contains("inputs.token"))
                .toList();

        assertThat(withToken).singleElement().satisfies(step -> {
            assertThat(String.valueOf(at(step, "run"))).endsWith(" comment");
            assertThat(String.valueOf(at(step, "if")))
                    .contains("github.event.pull_request.head.repo.full_name == github.repository");
        });
    }
}
