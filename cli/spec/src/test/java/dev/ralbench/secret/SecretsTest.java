package dev.ralbench.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Disturbance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final Secrets SECRETS =
            Secrets.of(Map.of("TOKEN", "a b+c/d&é", "SHORT", "ab", "LONGER", "a b+c/d&éxyz"));

    @Test
    void aValueIsFilledInAsThePlaceWantsIt() {
        assertThat(SECRETS.filled("x ${env:TOKEN}!")).isEqualTo("x a b+c/d&é!");
        assertThat(SECRETS.filled("${env:TOKEN}", Secrets::inForm)).isEqualTo("a+b%2Bc%2Fd%26%C3%A9");
        assertThat(SECRETS.filled("${env:TOKEN}", Secrets::inUrl)).isEqualTo("a%20b%2Bc%2Fd%26%C3%A9");
    }

    @Test
    void aValueIsNotLookedIntoForPlaceholders() {
        assertThat(Secrets.of(Map.of("A", "${env:A}$0\\")).filled("<${env:A}>")).isEqualTo("<${env:A}$0\\>");
    }

    /** As it is, in a form, in a URL, in Base64, in Base64 for URLs, in other letters, in JSON by PHP and by .NET. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b+c/d&é",
                "a+b%2Bc%2Fd%26%C3%A9",
                "a%20b%2Bc%2Fd%26%C3%A9",
                "YSBiK2MvZCbDqQ==",
                "YSBiK2MvZCbDqQ",
                "A B+c/D&é",
                "a b+c\\/d&é",
                "a b\\u002Bc/d\\u0026\\u00E9"
            })
    @Disturbance(value = "a secret comes back encoded", then = "masked in every form")
    void aTextFromElsewhereIsMaskedInWhateverFormTheValueComes(String form) {
        assertThat(SECRETS.masked("said '" + form + "'")).isEqualTo("said '${env:TOKEN}'");
    }

    @Test
    void theLongestValueIsMaskedFirstAndAShortOneNever() {
        assertThat(SECRETS.masked("a b+c/d&éxyz about")).isEqualTo("${env:LONGER} about");
    }

    @Test
    void aFailureIsMaskedInAllItsParts() {
        var failure = SECRETS.masked(Failure.environment("no a b+c/d&é", "as a b+c/d&é", "give a b+c/d&é"));

        assertThat(List.of(failure.what(), failure.why(), failure.fix()))
                .containsExactly("no ${env:TOKEN}", "as ${env:TOKEN}", "give ${env:TOKEN}");
        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
    }

    @Test
    void onlyTheNamedVariablesAreRead() {
        var secrets = Secrets.of(List.of("A", "MISSING"), Map.of("A", "value-of-a", "PATH", "/usr/bin"));

        assertThat(secrets.placeholders()).isEqualTo(Map.of("env:A", "value-of-a"));
        assertThat(secrets.shownPlaceholders()).isEqualTo(Map.of("env:A", "${env:A}"));
        assertThat(secrets.masked("/usr/bin")).isEqualTo("/usr/bin");
        assertThatThrownBy(() -> secrets.filled("${env:MISSING}")).hasMessageContaining("${env:MISSING}");
    }

    @Test
    void asATextTheyHaveNamesAlone() {
        assertThat(Secrets.of(Map.of("A", "value-of-a"))).hasToString("[A]");
    }
}
