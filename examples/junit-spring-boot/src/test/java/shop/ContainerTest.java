package shop;

import static dev.ralbench.junit.RalbenchAssertions.assertThat;
import static java.time.Duration.ofMillis;

import dev.ralbench.junit.Ralbench;
import dev.ralbench.junit.RalbenchRun;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** A service in a container: here the web server that comes with the JDK. */
@Testcontainers(disabledWithoutDocker = true)
class ContainerTest {
    @Container
    static final GenericContainer<?> SERVICE = new GenericContainer<>(System.getProperty("image", "eclipse-temurin:25-jdk"))
            .withCommand("java", "-m", "jdk.httpserver", "-b", "0.0.0.0", "-p", "8080", "-o", "none")
            .withExposedPorts(8080)
            .waitingFor(Wait.forHttp("/"));

    String service() {
        return "http://" + SERVICE.getHost() + ":" + SERVICE.getMappedPort(8080);
    }

    @Ralbench(url = "{service}/", users = 4, duration = "5s", options = {"--think=20ms", "--warm-up=200"})
    void answersInTime(RalbenchRun run) {
        assertThat(run.level(4).p90()).isLessThan(ofMillis(500));
        assertThat(run.level(4).errors()).isZero();
    }
}
