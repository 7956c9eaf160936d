package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionPlanTest {
    private static ConnectionPlan to(String url) {
        return ConnectionPlan.to(URI.create(url), Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource({
        "http://target, 80",
        "https://target, 443",
        "http://target:8080, 8080",
        "https://target:8443, 8443",
        "http://target:0, 0"
    })
    void itsPortIsThatOfTheUrlOrTheUsualOne(String url, int port) {
        assertThat(to(url).port()).isEqualTo(port);
    }

    @Test
    void certificatesAreCheckedIfTheSchemeIsHttps() {
        assertThat(to("https://target").tls()).isPresent();
    }

    @Test
    void withoutHttpsThereAreNoCertificates() {
        assertThat(to("http://target").tls()).isEmpty();
    }
}
