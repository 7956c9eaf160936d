package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.result.ScenarioHash;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms and multipart bodies are encoded when the scenario is read. */
class BodyTest {
    private static final String HASH_OF_TEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    @TempDir
    private Path directory;

    private RequestTemplate read(String request) throws IOException {
        return scenario(request).variants().getFirst().request().filled(Secrets.none());
    }

    private Scenario scenario(String request) throws IOException {
        var file = directory.resolve("mine.yaml");
        Files.writeString(file, """
                schema: 1
                name: mine
                load: { closed: { constant: { users: 5, hold: 3s } } }
                variants: { one: { target: { url: 'http://shop:8080' } } }
                request:
                  method: POST
                  path: /
                """ + request);
        return ScenarioFile.read(file).resolve(Overrides.none()).scenario();
    }

    @Test
    void aFormIsEncodedAndNamesItsType() throws IOException {
        var request = read("  form: { item: 42, comment: 'two words & more=ä' }\n");

        assertThat(request.body()).contains(TextTemplate.of("item=42&comment=two+words+%26+more%3D%C3%A4"));
        assertThat(request.headerTexts()).isEqualTo(Map.of("Content-Type", "application/x-www-form-urlencoded"));
    }

    @Test
    void aTypeOfOnesOwnStays() throws IOException {
        var request = read("  headers: { content-type: text/odd }\n  form: { a: b }\n");

        assertThat(request.headerTexts()).isEqualTo(Map.of("content-type", "text/odd"));
    }

    @Test
    void noTypeOfOnesOwnGoesWithPartsAsTheirBoundaryIsNotKnownToTheAuthor() {
        assertThatThrownBy(() -> read("""
                  headers: { content-Type: multipart/form-data }
                  multipart: [{ name: comment, value: hello }]
                """))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains("mine.yaml:8:14", "content-Type: does not go with multipart")
                                .contains("leave it out"));
    }

    @Test
    void partsAreFieldsAndFiles() throws IOException {
        Files.write(directory.resolve("photo.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
        var request = read(
                "  multipart: [{ name: comment, value: hello }, { name: photo, file: photo.png, type: image/png }]\n");

        var type = String.valueOf(request.headerTexts().get("Content-Type"));
        assertThat(type).startsWith("multipart/form-data; boundary=----ralbench-");
        var boundary = type.substring(type.indexOf('=') + 1);
        assertThat(request.body().map(body -> new String(body.bytes().bytes(), StandardCharsets.ISO_8859_1)))
                .contains(String.join(
                        "\r\n",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"comment\"",
                        "",
                        "hello",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"",
                        "Content-Type: image/png",
                        "",
                        "\u0089PNG",
                        "--" + boundary + "--",
                        ""));
    }

    @Test
    @Disturbance(value = "a body names a file outside of the scenario's directory", then = "sent, as documented")
    void aFileMayLieAnywhere() throws IOException {
        var outside = Files.writeString(directory.resolve("note.txt"), "from elsewhere");
        Files.createDirectories(directory.resolve("below"));
        var paths = List.of("below/../note.txt", outside.toAbsolutePath().toString());

        for (var path : paths) {
            assertThat(read("  multipart: [{ name: note, file: " + path + " }]\n")
                            .body())
                    .hasValueSatisfying(
                            body -> assertThat(new String(body.bytes().bytes(), StandardCharsets.UTF_8))
                                    .contains("from elsewhere", "filename=\"note.txt\""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "."})
    @Disturbance(value = "a body names a device that never ends", then = "refused")
    void whatIsNoFileIsRefused(String path) {
        assertThatThrownBy(() -> read("  multipart: [{ name: note, file: " + path + " }]\n"))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.why()).contains("is not a regular file"));
    }

    @Test
    void whatAFileHoldsIsAPartOfTheDocument() throws IOException {
        var request = "  multipart: [{ name: note, file: note.txt }, { name: more, value: hello }]\n";
        Files.writeString(directory.resolve("note.txt"), "test");
        var first = scenario(request);
        Files.writeString(directory.resolve("note.txt"), "tEst");

        assertThat(first.document().get("request"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry(
                        "multipart",
                        List.of(
                                Map.of("name", "note", "file", "note.txt", "sha256", HASH_OF_TEST),
                                Map.of("name", "more", "value", "hello")));
        assertThat(ScenarioHash.of(scenario(request).document())).isNotEqualTo(ScenarioHash.of(first.document()));
    }

    @Test
    void aDocumentThatStatesAFilesHashIsOfThatFileAlone() throws IOException {
        var request = "  multipart: [{ name: note, file: note.txt, sha256: " + HASH_OF_TEST + " }]\n";
        Files.writeString(directory.resolve("note.txt"), "test");

        assertThat(read(request).body()).isPresent();
        Files.writeString(directory.resolve("note.txt"), "tEst");
        assertThatThrownBy(() -> read(request))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains("request.multipart[0].sha256: is not that of note.txt, which is "));
    }

    @Test
    void aHashThatIsNoneOrOfNoFileIsOneProblem() throws IOException {
        Files.writeString(directory.resolve("note.txt"), "test");

        assertThatThrownBy(() -> read("  multipart: [{ name: note, file: note.txt, sha256: abc }]\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains("sha256: must be a SHA-256")
                                .doesNotContain("is not that of"));
        assertThatThrownBy(() -> read("  multipart: [{ name: note, value: x, sha256: " + HASH_OF_TEST + " }]\n"))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.why()).contains("sha256: belongs to file"));
    }

    @Test
    void aFileWhoseNameNoHeaderCanHoldNeedsAnother() throws IOException {
        Files.writeString(directory.resolve("my\"photo.png"), "PNG");

        assertThatThrownBy(() -> read("  multipart: [{ name: photo, file: 'my\"photo.png' }]\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).contains("file: has a name that no header can hold"));
        assertThat(read("  multipart: [{ name: photo, file: 'my\"photo.png', filename: photo.png }]\n")
                        .body()
                        .map(body -> new String(body.bytes().bytes(), StandardCharsets.ISO_8859_1)))
                .hasValueSatisfying(body -> assertThat(body).contains("filename=\"photo.png\""));
    }

    @Test
    void theWayIsToldApart() throws IOException {
        assertThat(read("  body: x\n").transfer()).isEqualTo(RequestTemplate.Transfer.PLAIN);
        assertThat(read("  http: 2\n  followRedirects: true\n  proxy: http://localhost:3128\n")
                        .transfer())
                .isEqualTo(new RequestTemplate.Transfer(true, true, Optional.of(URI.create("http://localhost:3128"))));
    }

    @Test
    void aProxyMayBeWrittenWithASlashAndHasNoPath() throws IOException {
        assertThat(scenario("  proxy: http://localhost:3128/\n").document())
                .isEqualTo(scenario("  proxy: http://localhost:3128\n").document());
        assertThatThrownBy(() -> read("  proxy: http://localhost:3128/way\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains("request.proxy: must end after the port; a proxy has no path"));
    }
}
