package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.yaml.TextSyntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlScenarioTest {
    private static final GivenOptions NOTHING = GivenOptions.none();

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080/products/42, http://127.0.0.1:8080, /products/42, 127-0-0-1-8080-products-42",
        "http://localhost/a?b=1&c=%20, http://localhost:80, /a?b=1&c=%20, localhost-80-a-b-1-c-20",
        "https://shop.example, https://shop.example:443, /, shop-example-443",
        "http://[::1]:9000?x, http://[::1]:9000, /?x, 1-9000-x",
        "HTTP://127.0.0.1/X, http://127.0.0.1:80, /X, 127-0-0-1-80-x",
        "hTTps://my_service/, https://my_service:443, /, my-service-443",
        "http://h:/x, http://h:80, /x, h-80-x",
        "http://b\u00fccher.test/, http://b\u00fccher.test:80, /, b-cher-test-80",
        "http://127.1:8080, http://127.1:8080, /, 127-1-8080",
        "http://${env:HOST}:8080/p, http://${env:HOST}:8080, /p, host-8080-p",
    })
    void aUrlIsAServiceAndAPath(String url, String service, String path, String name) {
        var scenario = resolved(url, NOTHING);
        var variant = scenario.variants().getFirst();

        assertThat(scenario.variants()).hasSize(1);
        assertThat(variant.target())
                .isInstanceOfSatisfying(
                        TargetChoice.Url.class,
                        target -> assertThat(target.url().text()).isEqualTo(service));
        assertThat(variant.request().path()).isEqualTo(path);
        assertThat(scenario.name()).isEqualTo(name).matches(TextSyntax.NAME.fits());
        assertThat(scenario.load().shape()).isEqualTo(new LoadShape.ConstantUsers(10, Duration.ofSeconds(10)));
    }

    @Test
    void aLongOneHasANameAllTheSame() {
        assertThat(resolved("http://h:1/" + "-x".repeat(300), NOTHING).name()).matches(TextSyntax.NAME.fits());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://",
                "http:///x",
                "http://h:0/",
                "http://h:99999/",
                "http://h/a b",
                "http://h/a\r\nX: y",
                "http://h/#top",
                "http://h:80x/",
                "http://${env:A/x"
            })
    void whatIsNoUrlIsRefusedInOneSentence(String url) {
        var failure = catchThrowableOfType(Failure.class, () -> resolved(url, NOTHING));

        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo(url + ": is not a URL that ralbench can load");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:0/, there is no port 0: ports are 1 to 65535",
        "http://h:65536/, there is no port 65536: ports are 1 to 65535",
        "HTTP://h/x#top, what follows # is never sent to a server: leave it out",
        "http://256.1.1.1/, there is no host in it that could be one"
    })
    void theCauseIsNamed(String url, String why) {
        assertThat(catchThrowableOfType(Failure.class, () -> resolved(url, NOTHING))
                        .why())
                .isEqualTo(why);
    }

    @Test
    void moreCanBeSaidOfItsService() {
        var scenario = resolved("http://h:1/", NOTHING.with("--pid", "42"));

        assertThat(scenario.variants().getFirst().target())
                .isInstanceOfSatisfying(
                        TargetChoice.Url.class,
                        target -> assertThat(target.pid()).hasValue(42));
    }

    @ParameterizedTest
    @CsvSource({"http://h:1/, belongs to a target that is reached by https", "https://h:1/, there is no such file"})
    void anAuthorityIsAFileForHttps(String url, String why) {
        var failure = catchThrowableOfType(Failure.class, () -> resolved(url, NOTHING.with("--ca", "nowhere/ca.pem")));

        assertThat(failure.getMessage() + failure.why()).contains("--ca", why);
    }

    @Test
    void aScenarioHasKeysForThat() {
        var given = NOTHING.with("--ca", "ca.pem");
        var failure = catchThrowableOfType(Failure.class, () -> given.overrides("mine.yaml"));

        assertThat(failure.what()).isEqualTo("--ca: is for a URL in place of a scenario");
        assertThat(failure.fix()).isEqualTo("write target.tls.ca in the scenario");
    }

    @Test
    void aPasswordInItIsRefusedAndNotRepeated() {
        var failure = catchThrowableOfType(Failure.class, () -> resolved("http://me:secret@h/", NOTHING));

        assertThat(failure.getMessage() + failure.why() + failure.fix()).doesNotContain("secret");
        assertThat(failure.fix()).contains("--header");
    }

    @Test
    void optionsSayWhatIsSent(@TempDir Path directory) throws IOException {
        var body = Files.writeString(directory.resolve("body.json"), "{\"a\": \"ü: # null\"}\n");
        var request = request(
                "http://h/x",
                NOTHING.with("--method", "PUT")
                        .with("--header", "Accept: application/json", "X-Empty:", "X.Dots: a: b")
                        .with("--body", "@" + body)
                        .with("--status", "201")
                        .with("--follow"));

        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.headers())
                .containsEntry("Accept", "application/json")
                .containsEntry("X-Empty", "")
                .containsEntry("X.Dots", "a: b");
        assertThat(request.body().orElseThrow()).hasToString("{\"a\": \"ü: # null\"}\n");
        assertThat(request.expect().status()).isEqualTo(201);
        assertThat(request.transfer().followRedirects()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "", "- 1", "007", "{\"a\": 1}", "two\nlines\t\\n", "\uD83D\uDE00 ${env:X}"})
    void aBodyIsTheTextThatItIs(String text) {
        var sent = request("http://h/x", bodied(text));

        assertThat(sent.body().orElseThrow()).hasToString(text);
        assertThat(sent.method()).isEqualTo("POST");
    }

    @Test
    void ofAFileABodyDoesNotChangeTheMethod() {
        var values = bodied("x").overrides("mine.yaml").values();

        assertThat(values).extracting(Overrides.GivenValue::path).containsExactly("request.body");
    }

    @Test
    void aHeaderWithoutAColonIsRefused() {
        var failure = catchThrowableOfType(
                Failure.class, () -> NOTHING.with("--header", "Accept").overrides("http://h/"));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.fix()).contains("--header 'Accept: application/json'");
    }

    @Test
    void aMissingFileOfABodyIsNamed() {
        assertThat(catchThrowableOfType(
                                Failure.class, () -> bodied("@/nowhere/body").overrides("http://h/"))
                        .what())
                .isEqualTo("/nowhere/body: there is no such file");
    }

    /** As with other tools: the number of requests, or the rate, is enough. */
    @Test
    void whatIsNotGivenOfTheLoadIsAsWithoutOptions() {
        var requests = NOTHING.with("--requests", "500");
        var rate = NOTHING.with("--rate", "500");

        assertThat(load(requests)).isEqualTo(load(requests.with("--users", "10")));
        assertThat(load(rate)).isEqualTo(load(rate.with("--duration", "10s")));
        assertThat(load(requests.with("--users", "3"))).isNotEqualTo(load(requests));
    }

    private static LoadPlan load(GivenOptions options) {
        return resolved("http://shop:8080/", options).load();
    }

    private static GivenOptions bodied(String text) {
        return NOTHING.with("--body", text);
    }

    private static ScenarioRequest request(String url, GivenOptions options) {
        return resolved(url, options).variants().getFirst().request();
    }

    private static Scenario resolved(String url, GivenOptions options) {
        return ScenarioCatalog.standard()
                .find(url)
                .resolve(options.overrides(url))
                .scenario();
    }
}
