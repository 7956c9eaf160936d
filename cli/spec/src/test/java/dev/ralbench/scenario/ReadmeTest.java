package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code scenarios/README.md} shows works, and no key is left out of it. */
class ReadmeTest {
    private static final Path README = Repository.path("scenarios", "README.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAScenario(String example) {
        var source = ScenarioFile.parse("README.md", example);

        assertThat(source.variants()).isNotEmpty();
        SchemaTest.assertValid(source.name(), SchemaTest.parsed(example));
    }

    @Test
    void theTablesOfKeysAreMadeFromTheSchema() throws IOException {
        KeyTables.hold(README, SchemaTest.FILE);
    }

    private static List<String> examples() throws IOException {
        return EXAMPLE.matcher(Files.readString(README))
                .results()
                .map(example -> example.group(1))
                .toList();
    }
}
