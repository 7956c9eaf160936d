package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonShapeTest {
    private static Optional<String> shape(String json) {
        return JsonShape.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {"id":7,"at":"12:00"}; {"at":text,"id":number}
            {"b":null,"a":true}; {"a":flag,"b":null}
            [1,2.5,1e3]; [number]
            [1,"a",null,{"x":1},{"x":"1"}]; [null|number|text|{"x":number}|{"x":text}]
            {"a":{"b":[[],[1]]}}; {"a":{"b":[[]|[number]]}}
            []; []
            {"a\\"b":1}; {"a\\"b":number}
            """)
    void valuesBecomeTheirKinds(String json, String shape) {
        assertThat(shape(json)).contains(shape);
    }

    @Test
    void lengthsOrderAndValuesDoNotCount() {
        assertThat(shape("{\"items\":[{\"id\":1},{\"id\":2}],\"total\":2}"))
                .isEqualTo(shape("{ \"total\": 0, \"items\": [ {\"id\": 99} ] }"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {"7", "\"text\"", "{\"a\":1", "{\"a\":1} x", "<html>", "{]"})
    void whatIsNoJsonHasNoShape(String text) {
        assertThat(shape(text)).isEmpty();
    }

    @Test
    @Disturbance(value = "endless brackets in a single answer", then = "it has no shape")
    void whatIsNestedEndlesslyHasNoShape() {
        assertThat(shape("[".repeat(100_000) + "]".repeat(100_000))).isEmpty();
    }

    @Test
    void nothingHasNoShape() {
        assertThat(shape("")).isEmpty();
    }
}
