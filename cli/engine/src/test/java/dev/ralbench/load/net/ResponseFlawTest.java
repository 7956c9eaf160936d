package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestTemplate.Expectation;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseFlawTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "200|{\"tags\": [1, 2]}|~~",
                "404|{\"tags\": [1, 2]}|status 404",
                "200|{\"tags\": [1]}|tags has 1 element instead of 2",
                "200|no JSON|body is not JSON",
                "200|~~|body is empty instead of JSON",
            })
    void elementsAndStatusAreLookedAt(int status, String body, String flaw) {
        var expect = new Expectation(200, OptionalLong.empty(), Map.of("tags", 2L));

        assertThat(ResponseFlaw.flaw(expect, status, "", bytes(body))).isEqualTo(flaw);
    }

    @ParameterizedTest
    @CsvSource({"four,''", "three,body of 5 bytes instead of 4"})
    void soIsTheLength(String body, String flaw) {
        assertThat(ResponseFlaw.flaw(new Expectation(204, OptionalLong.of(4)), 204, "", bytes(body)))
                .isEqualTo(flaw);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
