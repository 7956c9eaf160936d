package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forms and multipart bodies are encoded when the scenario is read. */
class BodyTest {
    @TempDir
    private Path folder;

    private RequestTemplate read(String request) throws IOException {
        var file = folder.resolve("mine.yaml");
        Files.writeString(file, """
                schema: 1
                name: mine
                load: { closed: { constant: { users: 5, hold: 3s } } }
                variants: { one: { target: { url: 'http://shop:8080' } } }
                request:
                  method: POST
                  path: /
                """ + request);
        return ScenarioFile.read(file)
                .resolve(Overrides.none())
                .scenario()
                .variants()
                .getFirst()
                .request();
    }

    @Test
    void aFormIsEncodedAndNamesItsType() throws IOException {
        var request = read("  form: { item: 42, comment: 'two words & more=ä' }\n");

        assertThat(request.body()).contains(RequestBody.text("item=42&comment=two+words+%26+more%3D%C3%A4"));
        assertThat(request.headers()).isEqualTo(Map.of("Content-Type", "application/x-www-form-urlencoded"));
    }

    @Test
    void aTypeOfOnesOwnStays() throws IOException {
        var request = read("  headers: { content-type: text/odd }\n  form: { a: b }\n");

        assertThat(request.headers()).isEqualTo(Map.of("content-type", "text/odd"));
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
        Files.write(folder.resolve("photo.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
        var request = read(
                "  multipart: [{ name: comment, value: hello }, { name: photo, file: photo.png, type: image/png }]\n");

        var type = String.valueOf(request.headers().get("Content-Type"));
        assertThat(type).startsWith("multipart/form-data; boundary=----ralbench-");
        var boundary = type.substring(type.indexOf('=') + 1);
        assertThat(request.body().map(body -> new String(body.bytes(), StandardCharsets.ISO_8859_1)))
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
    void aFileWhoseNameNoHeaderCanHoldNeedsAnother() throws IOException {
        Files.writeString(folder.resolve("my\"photo.png"), "PNG");

        assertThatThrownBy(() -> read("  multipart: [{ name: photo, file: 'my\"photo.png' }]\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).contains("file: has a name that no header can hold"));
        assertThat(read("  multipart: [{ name: photo, file: 'my\"photo.png', filename: photo.png }]\n")
                        .body()
                        .map(body -> new String(body.bytes(), StandardCharsets.ISO_8859_1)))
                .hasValueSatisfying(body -> assertThat(body).contains("filename=\"photo.png\""));
    }

    @Test
    void theWayIsToldApart() throws IOException {
        assertThat(read("  body: x\n").transfer()).isEqualTo(RequestTemplate.Transfer.PLAIN);
        assertThat(read("  http: 2\n  followRedirects: true\n  proxy: http://localhost:3128\n")
                        .transfer())
                .isEqualTo(new RequestTemplate.Transfer(true, true, Optional.of(URI.create("http://localhost:3128"))));
    }
}
