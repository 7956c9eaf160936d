package dev.ralbench.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines that cannot be used, and why. */
class DockerEngineTest {
    @TempDir
    Path directory;

    @Test
    void aSocketThatIsNotThereIsNamed() {
        var failure = failure("unix://" + directory.resolve("none"));

        assertThat(failure.why()).isEqualTo("there is no socket " + directory.resolve("none"));
        assertThat(failure.fix()).contains("start Docker", "--runtime process");
    }

    @Test
    void aSocketWithoutAListenerIsAnEngineThatIsDown() throws Exception {
        var path = directory.resolve("left");
        listen(path).close();

        assertThat(failure("unix://" + path).why()).startsWith("no engine answers at " + path);
    }

    @Test
    @Disturbance(value = "the Docker engine does not answer", then = "given up after 3 s")
    void anEngineThatDoesNotAnswerIsGivenUpAfterThreeSeconds() throws Exception {
        var path = directory.resolve("silent");
        try (var silent = listen(path)) {
            long startNanos = Clock.system().nanoTime();

            assertThat(failure("unix://" + path).why()).contains("does not answer at " + path);

            assertThat(Duration.ofNanos(Clock.system().nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(5));
            assertThat(silent.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://10.0.0.5:2375", "ssh://build@elsewhere"})
    @Disturbance(value = "DOCKER_HOST names another machine", then = "refused")
    void anEngineOfAnotherMachineIsRefused(String host) {
        var failure = failure(host);

        assertThat(failure.what()).contains(host);
        assertThat(failure.why()).contains("loopback");
    }

    private static ServerSocketChannel listen(Path path) throws Exception {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }

    private static Failure failure(String host) {
        return catchThrowableOfType(Failure.class, () -> DockerEngine.find(Map.of("DOCKER_HOST", host)));
    }
}
