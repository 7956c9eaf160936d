package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

class UpSummaryTest {
    @Test
    void theLineHasVariablesOfTheShellInPlaceOfSecrets() {
        assertThat(line("""
                { method: POST, path: "/orders?key=${env:KEY}", body: "it's ${env:KEY}",
                  headers: { X-Mine: "${env:TOKEN}", Authorization: Bearer abc, Accept: text/plain } }
                """))
                .isEqualTo("curl -i -X POST -H 'X-Mine: '\"$TOKEN\"'' -H 'Authorization: <redacted>'"
                        + " -H 'Accept: text/plain' --data-binary 'it'\\''s '\"$KEY\"''"
                        + " 'http://shop:8080/orders?key='\"$KEY\"''");
    }

    @Test
    void aPlainRequestIsReadable() {
        assertThat(line("{ path: /a }")).isEqualTo("curl -i http://shop:8080/a");
    }

    private static String line(String request) {
        var scenario = ScenarioFile.parse("mine.yaml", """
                        schema: 1
                        name: mine
                        load: { closed: { constant: { users: 5, hold: 3s } } }
                        variants: { one: { target: { url: "http://shop:8080" } } }
                        request: %s
                        """.formatted(request))
                .resolve(Overrides.none())
                .scenario();
        var sent = scenario.variants().getFirst().request();
        return UpSummary.curl(sent, "http://shop:8080" + sent.path());
    }
}
