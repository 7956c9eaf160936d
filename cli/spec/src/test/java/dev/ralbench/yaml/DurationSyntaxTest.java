package dev.ralbench.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationSyntaxTest {

    @ParameterizedTest
    @CsvSource({
        "0,        PT0S,      0s",
        "0s,       PT0S,      0s",
        "200ms,    PT0.2S,    200ms",
        "1500ms,   PT1.5S,    1500ms",
        "1.5s,     PT1.5S,    1500ms",
        "2000ms,   PT2S,      2s",
        "2m,       PT2M,      120s",
        "0.5m,     PT30S,     30s",
        "1h,       PT1H,      3600s",
        "0.25ms,   PT0.00025S, 0.25ms",
        "1000h,    PT1000H,   3600000s",
    })
    void everyDurationHasOneCanonicalForm(String text, Duration duration, String canonical) {
        assertThat(DurationSyntax.parse(text)).isEqualTo(duration);
        assertThat(DurationSyntax.ANY.written(duration)).isEqualTo(canonical);
        assertThat(DurationSyntax.parse(canonical)).isEqualTo(duration);
    }
}
