package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("closed", "stopAfter", "timeout", "think", "open", "pr");

    @ParameterizedTest
    @CsvSource({
        "timout, timeout",
        "stop-after, stopAfter",
        "STOPAFTER, stopAfter",
        "thikn, think",
        "clsed, closed",
        "opne, open"
    })
    void aSlipOfTheFingerIsForgiven(String name, String meant) {
        assertThat(NearestName.to(name, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"warmup", "x", ".", "dir", "url"})
    void nothingIsProposedForADistantName(String name) {
        assertThat(NearestName.to(name, KNOWN)).isEmpty();
    }
}
