package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountersPageTest {
    @Test
    void valuesAreReadWithTheirLabelsAndWithoutWhatIsAroundThem() {
        var values = CountersPage.parse("""
                # HELP http_requests_total The total number of HTTP requests.
                # TYPE http_requests_total counter
                http_requests_total{method="post",code="200"} 1027 1395066363000
                http_requests_total{method="get",path="/a b"} 3
                waiting 12
                  spread_seconds   4.773326e-02
                broken
                also broken x
                infinite +Inf
                """);

        assertThat(values)
                .containsOnlyKeys(
                        "http_requests_total{method=\"post\",code=\"200\"}",
                        "http_requests_total{method=\"get\",path=\"/a b\"}",
                        "waiting",
                        "spread_seconds")
                .containsEntry("waiting", 12.0)
                .containsEntry("spread_seconds", 0.04773326);
    }

    @ParameterizedTest
    @CsvSource({
        "calls_total, true",
        "'calls_total{kind=\"x\"}', true",
        "calls, false",
        "'calls{kind=\"_total\"}', false",
    })
    void aCounterIsKnownByItsName(String name, boolean isCounter) {
        assertThat(CountersPage.isCounter(name)).isEqualTo(isCounter);
    }
}
