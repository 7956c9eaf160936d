package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.metric.Threshold;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits are kept in the unit that their metric is measured in. */
class ThresholdSyntaxTest {
    private static final String MINE = """
            schema: 1
            name: mine
            request: { path: / }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            variants: { only: { target: tomcat } }
            expect: { "%s": "%s" }
            """;

    @ParameterizedTest
    @CsvSource({
        "p99, < 1.5s, 1500, <1500ms",
        "p99@10 warm, <=300ms, 300, <=300ms",
        "errors, <0.1%, 0.001, <0.1%",
        "goodput, >=1000.5/s, 1000.5, >=1000.5/s",
        "heap.peak, <64MiB, 67108864, <67108864B",
        "cpu/request, <1.2ms, 1200, <1200us",
        "stall, <300ms, 0.3, <0.3s",
        "threads.peak, <=200, 200, <=200",
        "sql/request@1024, <=4.5, 4.5, <=4.5",
    })
    void aLimitIsOneNumberHoweverItIsWritten(String key, String written, double limit, String canonical) {
        var scenario = ScenarioFile.parse("mine.yaml", MINE.formatted(key, written))
                .resolve(Overrides.none())
                .scenario();

        assertThat(scenario.expected().limits()).singleElement().satisfies(threshold -> {
            assertThat(threshold.key()).isEqualTo(key);
            assertThat(threshold.limit()).isEqualTo(limit);
        });
        assertThat(scenario.document().get("expect")).hasToString("{" + key + "=" + canonical + "}");
    }

    @ParameterizedTest
    @CsvSource({
        "p99, <300ms, true, false, false",
        "p99, <=300ms, true, true, false",
        "goodput, >300/s, false, false, true",
        "goodput, >=300/s, false, true, true",
    })
    void theOperatorDecidesAtTheLimit(String metric, String limit, boolean below, boolean at, boolean above) {
        Threshold threshold = ScenarioFile.parse("mine.yaml", MINE.formatted(metric, limit))
                .resolve(Overrides.none())
                .scenario()
                .expected()
                .limits()
                .getFirst();

        assertThat(threshold.holds(299.9)).isEqualTo(below);
        assertThat(threshold.holds(300)).isEqualTo(at);
        assertThat(threshold.holds(300.1)).isEqualTo(above);
    }
}
