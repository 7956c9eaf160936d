package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The query that all variants have in common is on the path that is sent. */
class QueryTest {

    @ParameterizedTest
    @CsvSource({
        "/one, /one?id=1&id=2",
        "/one?delay=5ms, /one?delay=5ms&id=1&id=2",
        "/one?, /one?id=1&id=2",
        "/one?a=1&, /one?a=1&id=1&id=2",
    })
    void theQueryIsAppendedToAVariantsOwnPath(String path, String sent) {
        assertThat(sent("request: { query: \"id=1&id=2\" }", "{ target: tomcat, path: \"" + path + "\" }"))
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"/all, /all?id=1", "/all?a=1, /all?a=1&id=1"})
    void theQueryIsAppendedToThePathOfAllVariants(String path, String sent) {
        assertThat(sent("request: { path: \"" + path + "\", query: id=1 }", "{ target: tomcat }"))
                .isEqualTo(sent);
    }

    private static String sent(String request, String variant) {
        var text = """
                schema: 1
                name: mine
                %s
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants:
                  one: %s
                """.formatted(request, variant);
        var variants = Texts.source(text).resolve(Overrides.none()).scenario().variants();
        return variants.getFirst().request().path();
    }
}
