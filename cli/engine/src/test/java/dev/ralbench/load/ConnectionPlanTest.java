package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionPlanTest {
    private static ConnectionPlan to(String url) {
        return ConnectionPlan.to(URI.create(url), Duration.ofSeconds(10));
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
