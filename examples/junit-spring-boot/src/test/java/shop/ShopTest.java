package shop;

import static dev.ralbench.junit.RalbenchAssertions.assertThat;
import static java.time.Duration.ofMillis;

import dev.ralbench.junit.Ralbench;
import dev.ralbench.junit.RalbenchRun;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ShopTest {
    @LocalServerPort
    int port;

    /** Users that think leave CPUs to the service: load and service share those of the machine. */
    @Ralbench(
            url = "http://127.0.0.1:{port}/v2/products/42",
            users = 10,
            duration = "5s",
            options = {"--think=100ms", "--warm-up=300"})
    void answersInTime(RalbenchRun run) {
        assertThat(run.level(10).p90()).isLessThan(ofMillis(500));
        assertThat(run.level(10).errors()).isZero();
    }

    @Ralbench(
            base = "http://127.0.0.1:{port}/v1/products/42",
            head = "http://127.0.0.1:{port}/v2/products/42",
            gate = "gate.yaml",
            options = "--think=20ms")
    void theNewVersionIsNotSlower(RalbenchRun run) {
        assertThat(run.variant("head")).isNotSlowerThan(run.variant("base"));
    }
}
