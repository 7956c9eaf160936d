package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.result.ScenarioHash;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders of environment variables stay in everything but the request that is sent. */
class SecretsTest {
    private static final String TOKEN = "a b/c+d&e=\"é";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("TOKEN", TOKEN, "HOST", "shop.example", "PORT", "8081", "EMPTY", "", "FROM_FILE", "abc\n");

    @TempDir
    private Path directory;

    private Scenario scenario(String request) throws IOException {
        return scenario(request, "{ url: 'http://shop:8080' }");
    }

    private Scenario scenario(String request, String target) throws IOException {
        var file = directory.resolve("mine.yaml");
        Files.writeString(file, """
                schema: 1
                name: mine
                load: { closed: { constant: { users: 5, hold: 3s } } }
                variants: { one: { target: %s } }
                request:
                  method: POST
                """.formatted(target) + request.indent(2));
        return ScenarioFile.read(file).resolve(Overrides.none()).scenario();
    }

    private static RequestTemplate sent(Scenario scenario) {
        return scenario.variants().getFirst().request().filled(ScenarioSecrets.read(scenario, ENVIRONMENT));
    }

    private static Failure refused(Scenario scenario) {
        var failure = catchThrowableOfType(Failure.class, () -> ScenarioSecrets.read(scenario, ENVIRONMENT));
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    private static String body(RequestTemplate request) {
        return request.body().orElseThrow().toString();
    }

    @Test
    void pathAndQueryAreUrlEncoded() throws IOException {
        var scenario = scenario("path: '/hooks/${env:TOKEN}?a=${env:TOKEN}'\nquery: 'key=${env:TOKEN}&b=2'\n");

        assertThat(sent(scenario).path().text())
                .isEqualTo("/hooks/a%20b/c%2Bd%26e%3D%22%C3%A9?a=a%20b%2Fc%2Bd%26e%3D%22%C3%A9"
                        + "&key=a%20b%2Fc%2Bd%26e%3D%22%C3%A9&b=2");
        assertThat(scenario.variants().getFirst().request().path())
                .isEqualTo("/hooks/${env:TOKEN}?a=${env:TOKEN}&key=${env:TOKEN}&b=2");
    }

    @Test
    void headersAndATextAreAsTheyAre() throws IOException {
        var request =
                sent(scenario("path: /\nheaders: { X-Mine: 'Bearer ${env:TOKEN}' }\nbody: '{\"t\": ${env:TOKEN}}'\n"));

        assertThat(request.headerTexts()).isEqualTo(Map.of("X-Mine", "Bearer " + TOKEN));
        assertThat(body(request)).isEqualTo("{\"t\": " + TOKEN + "}");
    }

    @Test
    void fieldsOfAFormAreEncodedTogetherWithTheirValues() throws IOException {
        var request = sent(scenario("path: /\nform: { 'a&b': 'x & ${env:TOKEN}', '${env:TOKEN}': 1 }\n"));

        assertThat(body(request)).isEqualTo("a%26b=x+%26+a+b%2Fc%2Bd%26e%3D%22%C3%A9&%24%7Benv%3ATOKEN%7D=1");
    }

    @Test
    void fieldsOfAMultipartBodyAreFilledInAndFilesAreNot() throws IOException {
        Files.writeString(directory.resolve("file.txt"), "file ${env:TOKEN}");
        var request = sent(
                scenario("path: /\nmultipart: [{ name: a, value: 'v ${env:TOKEN}' }, { name: f, file: file.txt }]\n"));

        assertThat(body(request)).contains("\r\n\r\nv " + TOKEN + "\r\n", "\r\n\r\nfile ${env:TOKEN}\r\n");
    }

    @Test
    void hostAndPortOfTargetAndProxyAreFilledIn() throws IOException {
        var scenario =
                scenario("path: /\nproxy: 'http://${env:HOST}:3128/'\n", "{ url: 'http://127.0.0.1:${env:PORT}' }");

        assertThat(sent(scenario).transfer().proxy()).contains(URI.create("http://shop.example:3128"));
        assertThat(scenario.variants().getFirst().request().transferKeys())
                .containsExactly("request.proxy: http://${env:HOST}:3128");
        assertThat(((TargetChoice.Url) scenario.variants().getFirst().target()).url())
                .hasToString("http://127.0.0.1:${env:PORT}");
    }

    @Test
    void theDocumentHasThePlaceholders() throws IOException {
        var scenario = scenario(
                "path: /\nquery: 'a=${env:TOKEN}'\nheaders: { Authorization: 'Bearer ${env:TOKEN}' }\nbody: '${env:TOKEN}'\n",
                "{ command: './shop ${port}', ready: /, env: { PASSWORD: '${env:TOKEN}' } }");

        assertThat(ScenarioFile.write(scenario.document()))
                .contains("Authorization: Bearer ${env:TOKEN}", "a=${env:TOKEN}", "PASSWORD: ${env:TOKEN}")
                .doesNotContain("redacted");
        assertThat(ScenarioFile.parse("again.yaml", ScenarioFile.write(scenario.document()))
                        .resolve(Overrides.none())
                        .scenario())
                .isEqualTo(scenario);
    }

    @Test
    @Disturbance(value = "a secret written in clear in a header", then = "sent, and neither stored nor hashed")
    void aSecretInClearIsSentAndNeitherStoredNorHashed() throws IOException {
        var scenario = scenario("path: /\nheaders: { authorization: Bearer abc, Accept: text/plain }\n");

        assertThat(sent(scenario).headerTexts()).containsEntry("authorization", "Bearer abc");
        assertThat(ScenarioFile.write(scenario.document()))
                .contains("authorization: <redacted>", "Accept: text/plain")
                .doesNotContain("abc");
        assertThat(ScenarioHash.of(scenario.document()))
                .isEqualTo(ScenarioHash.of(
                        scenario("path: /\nheaders: { authorization: Bearer xyz, Accept: text/plain }\n")
                                .document()));
    }

    @Test
    void theOriginsOfAScenarioDoNotHaveTheSecretEither() {
        var resolved = Texts.source(Texts.withClosed("{ constant: { users: 5, hold: 3s } }", """
                profiles: { secret: { request.headers.X-Api-Key: abc } }
                """))
                .resolve(Overrides.none().withProfile("secret"));

        assertThat(Texts.origin(resolved, "request.headers.X-Api-Key"))
                .isEqualTo("<redacted> from profile secret (mine.yaml:13)");
    }

    @Test
    void whatWasRedactedCannotBeSent() throws IOException {
        var failure = refused(scenario("path: /\nheaders: { Authorization: <redacted> }\n"));

        assertThat(failure.what()).isEqualTo("mine: the value of the header Authorization is missing");
        assertThat(failure.fix()).contains("Authorization: ${env:NAME}");
    }

    @Test
    void allVariablesThatAreMissingAreNamedWithTheirPlaces() throws IOException {
        var failure = refused(scenario(
                "path: /\nquery: 'a=${env:GONE}'\nheaders: { X-Mine: '${env:GONE}', X-Token: '${env:TOKEN}' }\n",
                "{ command: './shop ${port}', ready: /, env: { PASSWORD: '${env:EMPTY}' } }"));

        assertThat(failure.what()).isEqualTo("mine: not set in the environment: GONE, EMPTY");
        assertThat(failure.why())
                .isEqualTo("${env:GONE} is in request.query, request.headers.X-Mine\n"
                        + "${env:EMPTY} is in variants.one.target.env.PASSWORD");
    }

    @Test
    @Disturbance(value = "line breaks in the variable of a header", then = "refused, the value is not repeated")
    void aValueThatAHeaderCannotHoldIsNotRepeated() throws IOException {
        var failure = refused(scenario("path: /\nheaders: { X-Mine: 'Bearer ${env:FROM_FILE}' }\n"));

        assertThat(failure.what()).isEqualTo("mine: the value of FROM_FILE cannot be sent in the header X-Mine");
        assertThat(failure.what() + failure.why() + failure.fix()).doesNotContain("abc");
    }

    @Test
    void aValueThatMakesNoUrlIsRefused() throws IOException {
        assertThat(refused(scenario("path: /\n", "{ url: 'http://127.0.0.1:${env:HOST}' }"))
                        .what())
                .startsWith("http://127.0.0.1:${env:HOST} is not http://host:port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://user:hunter2@shop:8080", "http://user:hun/ter2@shop:8080", "user:hunter2@shop:8080"})
    void aPasswordInAUrlIsRefusedAndNotRepeated(String url) {
        var failure = catchThrowableOfType(
                Failure.class, () -> scenario("path: /\nproxy: '" + url + "'\n", "{ url: '" + url + "' }"));

        assertThat(failure.why())
                .contains("in the header Authorization", "in the header Proxy-Authorization")
                .doesNotContain("hunter2", "ter2");
    }
}
