package dev.ralbench.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.TestPrograms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@NeedsDocker
class ImagesIT {
    private static final Map<String, String> ABSENT =
            Map.of("RALBENCH_IMAGE_REDIS", "127.0.0.1:1/ralbench-tests/absent:1");

    private final DockerEngine engine = DockerEngine.find(System.getenv());
    private final List<String> notes = new ArrayList<>();

    @Test
    void imagesThatAreThereAreKnownByTheirId() throws Exception {
        var images = new Images(engine, System.getenv(), notes::add).provide(TestPrograms.ALL);

        assertThat(images).containsOnlyKeys(TestPrograms.ALL);
        assertThat(images.values()).allMatch(image -> image.id().matches("sha256:[0-9a-f]{64}"));
        assertThat(notes).isEmpty();
    }

    @Test
    @Disturbance(value = "an image is missing", then = "pulled once, which is said; then the remedy")
    void aMissingImageIsTriedOnceAndTheRemedyNamed() {
        var images = new Images(engine, ABSENT, notes::add);
        long startNanos = Clock.system().nanoTime();

        var failure = catchThrowableOfType(Failure.class, () -> images.provide(List.of(TestPrograms.REDIS)));

        assertThat(Duration.ofNanos(Clock.system().nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(10));
        assertThat(notes).containsExactly("pulling 127.0.0.1:1/ralbench-tests/absent:1 ...");
        assertThat(failure.what()).contains("ralbench-tests/absent:1");
        assertThat(failure.why()).contains("refused");
        assertThat(failure.fix())
                .contains("docker pull", ".ci/build-images", "RALBENCH_IMAGE_REDIS", "--runtime process");
    }

    @Test
    void whetherImagesCanBeHadIsSaidWithoutFetchingThem() {
        assertThat(new Images(engine, ABSENT, notes::add).obstacle(List.of(TestPrograms.REDIS)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("absent:1", "cannot be fetched", "refused"));
        assertThat(new Images(engine, System.getenv(), notes::add).obstacle(TestPrograms.ALL))
                .isEmpty();
        assertThat(notes).isEmpty();
    }
}
