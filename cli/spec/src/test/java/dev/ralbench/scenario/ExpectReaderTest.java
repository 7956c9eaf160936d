package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Level;
import dev.ralbench.metric.MetricLimit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits are kept in the unit that their metric is measured in. */
class ExpectReaderTest {
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
    void aLimitIsOneNumberHoweverItIsWritten(String key, String written, double value, String canonical) {
        var scenario = ScenarioFile.parse("mine.yaml", MINE.formatted(key, written))
                .resolve(Overrides.none())
                .scenario();

        assertThat(scenario.expected().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.key()).isEqualTo(key);
            assertThat(limit.value()).isEqualTo(value);
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
    void theOperatorDecidesAtTheLimit(String metric, String written, boolean below, boolean at, boolean above) {
        MetricLimit limit = ScenarioFile.parse("mine.yaml", MINE.formatted(metric, written))
                .resolve(Overrides.none())
                .scenario()
                .expected()
                .limits()
                .getFirst();

        assertThat(limit.holds(299.9)).isEqualTo(below);
        assertThat(limit.holds(300)).isEqualTo(at);
        assertThat(limit.holds(300.1)).isEqualTo(above);
    }

    @ParameterizedTest
    @CsvSource({
        "p99@order, p99@order, ''",
        "p99@order@10 warm, p99@order, 10 warm",
        "errors@list@500/s, errors@list, 500/s",
        "p99@10, p99, 10",
    })
    void aLimitMayBeForOneOfSeveralRequests(String key, String metric, String level) {
        var mix = MINE.formatted(key, metric.startsWith("errors") ? "<1%" : "<300ms")
                .replace("request: { path: / }", "requests: { list: { path: / }, order: { path: /orders } }");
        var scenario =
                ScenarioFile.parse("mine.yaml", mix).resolve(Overrides.none()).scenario();

        assertThat(scenario.expected().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.key()).isEqualTo(key);
            assertThat(limit.metric().key()).isEqualTo(metric);
            assertThat(limit.level().map(Level::name).orElse("")).isEqualTo(level);
        });
        assertThat(ScenarioFile.limits("again", scenario.document()))
                .as("of a stored result")
                .isEqualTo(scenario.expected().limits());
    }
}
