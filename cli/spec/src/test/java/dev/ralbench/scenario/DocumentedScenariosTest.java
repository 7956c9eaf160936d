package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Markdown;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents show scenarios that work, and explain each key in one place. */
class DocumentedScenariosTest {
    private static final Path REFERENCE = Repository.path("docs", "reference", "scenario.md");
    private static final Path GATE_SCHEMA = Repository.path("scenarios", "gates", "gate.schema.json");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n( *schema: 1\n.*?)```", Pattern.DOTALL);
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`|]+)`[^|]* \\|");
    /** A file that an example needs, as a shell shows it. */
    private static final Pattern SHOWN_FILE = Pattern.compile("(?m)^\\$ cat (\\S+)\n((?:(?!\\$ |```).*\n)+)");

    private static final int FEWEST_EXAMPLES = 12;

    @TempDir
    private Path directory;

    private record Example(Path document, String text) {
        @Override
        public String toString() {
            return document + ": " + text;
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAScenario(Example example) throws IOException {
        var shown = SHOWN_FILE
                .matcher(Files.readString(Repository.ROOT.resolve(example.document())))
                .results()
                .filter(file -> example.text().contains(file.group(1)))
                .toList();
        for (var file : shown) {
            Files.writeString(directory.resolve(file.group(1)), file.group(2));
        }
        var source = shown.isEmpty()
                ? ScenarioFile.parse(example.document().toString(), example.text())
                : ScenarioFile.read(Files.writeString(directory.resolve("example.yaml"), example.text()));

        assertThat(source.variants()).isNotEmpty();
        SchemaTest.assertValid(source.name(), SchemaTest.parsed(example.text()));
    }

    @Test
    void examplesAreFound() throws IOException {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(FEWEST_EXAMPLES);
    }

    @Test
    void theReferenceIsMadeFromTheSchema() throws IOException {
        KeyReference.hold(REFERENCE, SchemaTest.FILE);
    }

    /** Also if the document lost one of its lists. */
    @Test
    void theReferenceHasEveryKey() throws IOException {
        var anchors = ANCHOR.matcher(Files.readString(REFERENCE))
                .results()
                .map(anchor -> anchor.group(1))
                .toList();

        assertThat(anchors)
                .containsAll(KeyReference.paths(SchemaTest.FILE))
                .contains("load.closed.stairs.add", "variants.NAME.target.tls.ca", "needs.NAME.ready");
    }

    /** The same words for different keys, such as {@code users}, are no table of keys: two with a dot are. */
    @Test
    void noOtherDocumentHasATableOfKeys() throws IOException {
        var keys = new TreeSet<String>();
        for (var schema : List.of(SchemaTest.FILE, GATE_SCHEMA)) {
            KeyReference.paths(schema).stream()
                    .flatMap(DocumentedScenariosTest::ends)
                    .filter(end -> end.contains("."))
                    .forEach(keys::add);
        }
        for (var document : Markdown.documents()) {
            var rows = ROW.matcher(Files.readString(document)).results().map(row -> row.group(1));

            assertThat(rows.filter(keys::contains)).as(document.toString()).isEmpty();
        }
    }

    /** A key as a table may write it: {@code variants.NAME.target.url} and each end of that. */
    private static Stream<String> ends(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? Stream.of(path) : Stream.concat(Stream.of(path), ends(path.substring(dot + 1)));
    }

    private static List<Example> examples() throws IOException {
        var examples = new ArrayList<Example>();
        for (var document : Markdown.documents()) {
            EXAMPLE.matcher(Files.readString(document))
                    .results()
                    .map(example -> new Example(
                            Repository.ROOT.relativize(document),
                            example.group(1).stripIndent()))
                    .forEach(examples::add);
        }
        return examples;
    }
}
