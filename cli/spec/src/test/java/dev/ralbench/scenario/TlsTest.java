package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.TestTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates and keys are read from files next to the scenario; the document keeps their names only. */
class TlsTest {
    private static final String HEAD = """
            schema: 1
            name: mine
            request: { path: / }
            load: { closed: { constant: { users: 5, hold: 3s } } }
            variants:
            """;

    @TempDir
    private Path directory;

    private Scenario read(String variants, Overrides overrides) throws IOException {
        for (var name : List.of("ca", "client", "client-key", "rsa", "rsa-pkcs1-key", "ec-sec1-key")) {
            Files.writeString(directory.resolve(name + ".pem"), TestTls.text(name + ".pem"));
        }
        var file = directory.resolve("mine.yaml");
        Files.writeString(file, HEAD + variants);
        return ScenarioFile.read(file).resolve(overrides).scenario();
    }

    private Scenario read(String variants) throws IOException {
        return read(variants, Overrides.none());
    }

    @Test
    void filesLieNextToTheScenario() throws IOException {
        var scenario = read("  one: { target: { url: 'https://shop:8443',"
                + " tls: { ca: ca.pem, certificate: client.pem, key: client-key.pem } } }");

        var tls = scenario.variants().getFirst().target().tls().orElseThrow();
        assertThat(tls.authorities()).hasSize(1);
        assertThat(tls.identity()).isPresent();
        assertThat(tls.insecure()).isFalse();
        assertThat(scenario.toString()).doesNotContain("PRIVATE", "BEGIN", "modulus");
    }

    @Test
    void everyHandshakeIsAFullOneWhereTheScenarioSaysSo() throws IOException {
        var scenario = read("""
                  one: { target: { url: 'https://shop:8443', tls: { resume: false } } }
                  two: { target: { url: 'https://shop:8443' } }
                """);

        assertThat(scenario.variants().stream()
                        .map(variant -> variant.target().tls().map(tls -> tls.resume())))
                .containsExactly(Optional.of(false), Optional.of(true));
    }

    @Test
    void httpsWithoutMoreTrustsWhatTheJdkTrusts() throws IOException {
        var tls = read("  one: { target: { url: 'https://shop:8443' } }")
                .variants()
                .getFirst()
                .target()
                .tls();

        assertThat(tls).hasValueSatisfying(settings -> {
            assertThat(settings.authorities()).isEmpty();
            assertThat(settings.insecure()).isFalse();
        });
    }

    @Test
    void anRsaKeyAsOpenSslWroteItForLongIsRead() throws IOException {
        var scenario = read("  one: { target: { command: 'run ${port}', ready: /, scheme: https,"
                + " tls: { certificate: rsa.pem, key: rsa-pkcs1-key.pem } } }");

        assertThat(scenario.variants().getFirst().target().tls().flatMap(tls -> tls.identity()))
                .hasValueSatisfying(
                        identity -> assertThat(identity.key().getAlgorithm()).isEqualTo("RSA"));
    }

    @Test
    void aChainThatNoConnectionCouldBeMadeWithIsAProblemOfTheFile() throws IOException {
        Files.writeString(directory.resolve("bundle.pem"), TestTls.text("ca.pem") + TestTls.text("client.pem"));

        assertThatThrownBy(() -> read("  one: { target: { url: 'https://shop:8443',"
                        + " tls: { certificate: bundle.pem, key: client-key.pem } } }"))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.why())
                            .contains("mine.yaml:6:", "tls.certificate: begins with CN=ralbench test ca");
                });
    }

    @Test
    void aKeyThatCannotBeReadSaysWhatMakesItOneThatCan() {
        assertThatThrownBy(() -> read("  one: { target: { url: 'https://shop:8443',"
                        + " tls: { certificate: client.pem, key: ec-sec1-key.pem } } }"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains("tls.key: holds an EC PRIVATE KEY", "openssl pkcs8"));
    }

    @Test
    void insecureOnTheCommandLineIsOfAllThatAreReachedByHttps() throws IOException {
        var scenario = read("""
                  one: { target: { url: 'https://shop:8443', tls: { ca: ca.pem } } }
                  two: { target: { url: 'http://shop:8080' } }
                  three: { target: { command: 'run ${port}', ready: /, scheme: https } }
                """, GivenOptions.none().with("--insecure").overrides("mine.yaml"));

        assertThat(scenario.variants().stream()
                        .map(variant -> variant.target().tls().map(tls -> tls.insecure())))
                .containsExactly(Optional.of(true), Optional.empty(), Optional.of(true));
    }

    @Test
    void insecureWithoutAnythingToCheckIsAMistake() {
        assertThatThrownBy(() -> read(
                        "  one: { target: { url: 'http://shop:8080' } }",
                        GivenOptions.none().with("--insecure").overrides("mine.yaml")))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.what()).contains("--insecure"));
    }
}
