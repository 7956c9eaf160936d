package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioCatalogTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void builtInsAreListedByName() {
        assertThat(ScenarioCatalog.standard().builtIns())
                .extracting(ParsedScenario::name)
                .isSorted()
                .contains("delay-0", "delay-200", "delay-500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mine.yaml", "./mine.yaml", "sub/mine", "sub/../mine.yml"})
    void aSlashOrAnEndingMeansAFile(String path) throws IOException {
        Files.createDirectory(directory.resolve("sub"));
        Files.writeString(directory.resolve(path), Texts.withClosed("{ burst: { users: 5 } }"));

        assertThat(catalog().find(path).name()).isEqualTo("mine");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearestAndAll() {
        var failure = refused("delay-20");

        assertThat(failure.what()).isEqualTo("there is no built-in scenario delay-20");
        assertThat(failure.why()).isEqualTo("did you mean delay-200? (valid here: delay-200)");
        assertThat(failure.fix()).contains("./delay-20.yaml");
    }

    @Test
    void aFileOfTheUnknownNameIsPointedOut() throws IOException {
        Files.writeString(directory.resolve("mine.yaml"), "");

        var failure = refused("mine");

        assertThat(failure.why()).contains("There is a file mine.yaml in this directory");
        assertThat(failure.fix()).isEqualTo("Write ./mine.yaml for the file.");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(refused("./none.yaml").what()).endsWith("none.yaml: there is no such file");
    }

    @Test
    void aDirectoryIsNoFile() throws IOException {
        Files.createDirectory(directory.resolve("dir.yaml"));

        assertThat(refused("dir.yaml").what()).endsWith("dir.yaml: is a directory, and no scenario");
    }

    @Test
    @Disturbance(value = "a scenario of more than 1 MiB", then = "refused and not read to its end")
    void aHugeFileIsNotReadToItsEnd() throws IOException {
        Files.writeString(directory.resolve("huge.yaml"), "#".repeat((1 << 20) + 1));

        assertThat(refused("huge.yaml").what()).endsWith("huge.yaml: is larger than 1 MiB");
    }

    @Test
    void aResultIsNoScenario() throws IOException {
        Files.writeString(
                directory.resolve("run.json"), "{\n  \"schema\": \"ralbench.result/1\",\n  \"runId\": \"r\"\n}");

        assertThat(refused("./run.json").what()).endsWith("run.json: is the result of a run, and no scenario");
    }

    @ParameterizedTest
    @CsvSource({
        "htp://shop/items, http://shop/items",
        "ftp://shop/items, http://shop/items",
        "htps://shop/items, https://shop/items",
        "http:/127.0.0.1/, http://127.0.0.1/",
        "https:/shop, https://shop",
        "http:127.0.0.1, http://127.0.0.1",
        "http//127.0.0.1:80, http://127.0.0.1:80",
        "https//shop/a, https://shop/a",
        "127.0.0.1:8080, http://127.0.0.1:8080",
        "127.0.0.1/a, http://127.0.0.1/a",
        "localhost, http://localhost",
        "localhost?a=b, http://localhost?a=b",
        "example.com/a, http://example.com/a",
    })
    void aUrlThatIsNearlyOneIsNoPath(String url, String meant) {
        assertThat(refused(url).what()).isEqualTo(url + " is neither a file nor a URL");
        assertThat(refused(url).why()).isEqualTo("did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"my.load/shop.yaml", "load/shop.yaml", "../shop.yaml", "http/shop.yaml", "./http:/x.yml"})
    void aPathIsNoUrl(String path) {
        assertThat(refused(path).what()).endsWith("there is no such file");
    }

    @Test
    void aFileOfASimilarNameIsProposed() throws IOException {
        Files.writeString(directory.resolve("shop.yaml"), "schema: 1");
        Files.createDirectory(directory.resolve("load"));
        Files.writeString(directory.resolve("load/shop.yaml"), "schema: 1");

        assertThat(refused("./shpo.yaml").why()).isEqualTo("did you mean " + directory.resolve("./shop.yaml") + "?");
        assertThat(refused("shpo").why()).isEqualTo("did you mean ./shop.yaml?");
        assertThat(refused("load").fix()).endsWith("load/shop.yaml.");
        assertThat(refused("delay-20").why()).startsWith("did you mean delay-200?");
    }

    @Test
    void aNameThatCannotBeAPathIsRefused() {
        assertThat(refused("./a\0b.yaml").what()).endsWith(": cannot be a path");
    }

    @Test
    void aByteOrderMarkIsNoObstacle() throws IOException {
        Files.writeString(directory.resolve("mine.yaml"), "\uFEFF" + Texts.withClosed("{ burst: { users: 5 } }"));

        assertThat(catalog().find("mine.yaml").variants()).containsExactly("one", "two");
    }

    private ScenarioCatalog catalog() {
        return new ScenarioCatalog(() -> Map.of("delay-200", ""), directory);
    }

    private Failure refused(String nameOrPath) {
        var failure = catchThrowableOfType(Failure.class, () -> catalog().find(nameOrPath));
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }
}
