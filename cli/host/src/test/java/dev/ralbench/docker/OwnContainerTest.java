package dev.ralbench.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnContainerTest {
    private static Path path(String text) {
        return Path.of(text);
    }

    @Test
    void outsideOfContainersAPathIsTheSame() {
        assertThat(new OwnContainer(Optional.empty()).onMachine(path("/opt/ralbench/targets")))
                .isEqualTo(path("/opt/ralbench/targets"));
    }

    @Test
    void aPathIsInTheNearestDirectoryThatTheEngineMounted() {
        var own = new OwnContainer(Optional.of(Map.of(
                path("/"),
                path("/engine/merged"),
                path("/data"),
                path("/home/me"),
                path("/data/results"),
                path("/r"))));

        assertThat(own.onMachine(path("/opt/ralbench/targets"))).isEqualTo(path("/engine/merged/opt/ralbench/targets"));
        assertThat(own.onMachine(path("/data/shop.yaml"))).isEqualTo(path("/home/me/shop.yaml"));
        assertThat(own.onMachine(path("/data/results"))).isEqualTo(path("/r"));
        assertThat(own.onMachine(path("/database"))).isEqualTo(path("/engine/merged/database"));
    }

    @Test
    void whereTheEngineKeepsTheOwnFilesToItselfAMountIsAskedFor() {
        var own = new OwnContainer(Optional.of(Map.of()));

        var failure = catchThrowableOfType(Failure.class, () -> own.onMachine(path("/cache/aot")));

        assertThat(failure.what()).startsWith("/cache/aot cannot be given to a container");
        assertThat(failure.fix()).contains("docker run -v");
    }
}
