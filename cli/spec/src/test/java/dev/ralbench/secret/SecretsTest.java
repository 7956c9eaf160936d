package dev.ralbench.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Disturbance;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    private static final String AWKWARD = "s3c/r\"e\\t\nVal ü=+%<&'€";

    /**
     * Path, path in capitals, form, URL, twice encoded; JSON, JSON in JSON, JSON in ASCII, JavaScript, Python, octal of a
     * shell; HTML by number and by name, XML; indented, in Latin-1, as bytes of UTF-8 in Latin-1, in ASCII, in capitals.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3c/r%22e%5ct%0aVal%20%c3%bc%3d%2b%25%3c%26'%e2%82%ac",
                "s3c/r%22e%5Ct%0AVal%20%C3%BC=+%25%3C&'%E2%82%AC",
                "s3c%2Fr%22e%5Ct%0AVal+%C3%BC%3D%2B%25%3C%26%27%E2%82%AC",
                "s3c%2Fr%22e%5Ct%0D%0AVal%20%C3%BC%3D%2B%25%3C%26%27%E2%82%AC",
                "s3c%252Fr%2522e%255Ct%250AVal%2520%25C3%25BC%253D%252B%2525%253C%2526%2527%25E2%2582%25AC",
                "s3c/r\\\"e\\\\t\\nVal ü=+%<&'€",
                "s3c\\/r\\\\\\\"e\\\\\\\\t\\\\nVal ü=+%<&'€",
                "s3c\\/r\\u0022e\\\\t\\u000aVal \\u00FC=\\u002B%\\u003C\\u0026\\u0027\\u20AC",
                "s3c/r\\x22e\\x5Ct\\nVal \\xfc=+%\\x3c&\\'\\u{20ac}",
                "s3c/r\"e\\\\t\\nVal \\xc3\\xbc=+%<&\\'\\xe2\\x82\\xac",
                "s3c/r\"e\\\\t\\012Val \\303\\274=+%<&'\\342\\202\\254",
                "s3c&#47;r&#34;e\\t&#10;Val &#252;&#61;+%&#60;&#38;&#39;&#8364;",
                "s3c&#x2F;r&quot;e\\t\nVal &uuml;&equals;&plus;%&lt;&amp;&#x27;&euro;",
                "s3c/r&amp;quot;e\\t\nVal ü=+%&amp;lt;&amp;amp;&apos;€",
                "s3c/r\"e\\t\r\n    Val ü=+%<&'€",
                "s3c/r\"e\\t Val ü=+%<&'€",
                "s3c/r\"e\\t?Val ?=+%<&'?",
                "s3c/r\"e\\t\nVal \u00c3\u00bc=+%<&'\u00e2\u0082\u00ac",
                "S3C/R\"E\\T\nVAL Ü=+%<&'€",
            })
    @Disturbance(value = "a secret with awkward signs comes back escaped", then = "masked in every form")
    void aValueOfAwkwardSignsIsMaskedHoweverItIsEscaped(String form) {
        var secrets = Secrets.of(Map.of("AWKWARD", AWKWARD));

        assertThat(secrets.masked("GET /p/" + form + "/x failed")).isEqualTo("GET /p/${env:AWKWARD}/x failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "u", "u:", "usr:", "a longer user:"})
    void whatIsEncodedTogetherWithAValueIsMasked(String before) {
        var secrets = Secrets.of(Map.of("TOKEN", "open>>sesame?"));
        var text = (before + "open>>sesame?" + "/").getBytes(StandardCharsets.UTF_8);

        for (var encoder : List.of(
                Base64.getEncoder(), Base64.getUrlEncoder(), Base64.getEncoder().withoutPadding())) {
            var encoded = encoder.encodeToString(text);
            var masked = secrets.masked("Basic " + encoded);
            assertThat(masked).startsWith("Basic ").contains("${env:TOKEN}");
            assertThat(masked.replace("${env:TOKEN}", "").length())
                    .as(masked)
                    .isLessThanOrEqualTo("Basic ".length() + 4 * (before.length() / 3) + 4);
        }
    }

    @Test
    void ofAValueOfSeveralLinesEachIsMasked() {
        var key = "-----BEGIN KEY-----\nMIIEvAIBADANBgkqhkiG\nSECONDLINEOFKEY/abcdef\nshort\n-----END KEY-----\n";
        var secrets = Secrets.of(Map.of("KEY", key));

        assertThat(secrets.masked("reads:\n" + key.indent(4) + "cannot")).isEqualTo("reads:\n    ${env:KEY}\ncannot");
        assertThat(secrets.masked("reads " + key.replace("\n", "\\n") + " no")).isEqualTo("reads ${env:KEY}\\n no");
        assertThat(secrets.masked("  MIIEvAIBADANBgkqhkiG\nSECONDLINEOFKEY\\/abcdef\n"))
                .isEqualTo("  ${env:KEY}\n");
        assertThat(secrets.masked("a short line")).isEqualTo("a short line");
    }

    /** The contents of a file often end with a line break, which a service does not repeat. */
    @Test
    void whiteSpaceAroundAValueIsNoPartOfIt() {
        assertThat(Secrets.of(Map.of("TOKEN", " opensesame\n")).masked("no <opensesame>"))
                .isEqualTo("no <${env:TOKEN}>");
    }

    /** Neither an overflow of the stack nor ways to match that multiply. */
    @Test
    @Timeout(20)
    void longValuesOfAnySignsAreMasked() {
        for (var sign : List.of("\\", "ü", "?", "%", "&", "=", "x", "+/", "\u0001", "😀")) {
            var value = "ab" + sign.repeat(40_000) + "end";
            var secrets = Secrets.of(Map.of("LONG", value));

            assertThat(secrets.masked("<" + value + ">"))
                    .as(sign)
                    .startsWith("<")
                    .hasSizeLessThan(30);
            assertThat(secrets.masked("ab" + sign.repeat(100) + "!")).endsWith("!");
            assertThat(secrets.masked("?".repeat(3000))).isNotEmpty();
            assertThat(secrets.masked("\\".repeat(3000))).isNotEmpty();
        }
    }

    @Test
    void textsWithoutAVariableAreRedacted() {
        var secrets = SECRETS.hiding(List.of("Bearer in-clear-77f1"));

        assertThat(secrets.masked("got Bearer in-clear-77f1, a b+c/d&é")).isEqualTo("got <redacted>, ${env:TOKEN}");
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

    /** The values have Java's escapes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tok9f8e7d | token=tok9f8e7d; path=/ | token=<redacted>; path=/",
                "ab12cd34-ef56-7890-abcd-0123456789ab | ab12cd34-ef56-7890-abcd-0123456789ab. |"
                        + " <redacted>-ef56-7890-abcd-<redacted>.",
                "xx+abcdefgh== | Bearer xx%2Babcdefgh%3D%3D | Bearer xx%2B<redacted>%3D%3D",
                "1st\\nsecond | \"1st\\nsecond\" | \"1st\\n<redacted>\"",
                "1st\\1second | \"1st\\u0001second\" | \"1st\\u0001<redacted>\"",
                "tok9f8e7d | TOK9F8E7D | <redacted>",
                "17 | status 17 of 1717 | status 17 of 1717",
                "tok9f8e7d | tok9f8e7dx xtok9f8e7d | tok9f8e7dx xtok9f8e7d",
            })
    void wordsOfRememberedValuesAreMasked(String value, String text, String masked) {
        var secrets = Secrets.none();
        assertThat(secrets.masked(text)).isEqualTo(text);

        secrets.remember(value.translateEscapes());

        assertThat(secrets.masked(text)).isEqualTo(masked);
    }

    @Test
    void ofManyRememberedValuesNoneIsMissedAndFewOtherWordsAreMasked() {
        var secrets = Secrets.of(Map.of("KEY", "the-key"));
        IntStream.range(0, 100_000).forEach(i -> secrets.remember("session" + i));

        assertThat(IntStream.range(0, 100_000)
                        .filter(i -> !secrets.masked("session" + i).equals("<redacted>")))
                .isEmpty();
        assertThat(IntStream.range(0, 100_000)
                        .filter(i -> !secrets.masked("another" + i).equals("another" + i))
                        .count())
                .isLessThan(10);
        assertThat(secrets.masked("the-key session1")).isEqualTo("${env:KEY} <redacted>");
        assertThat(secrets.masked(Failure.usage("a session7", "b", "c")).what()).isEqualTo("a <redacted>");
    }
}
