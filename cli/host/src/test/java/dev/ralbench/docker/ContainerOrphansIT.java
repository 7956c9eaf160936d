package dev.ralbench.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.Owner;
import dev.ralbench.process.Pause;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestPrograms;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left when ralbench is killed. */
@NeedsDocker
@Timeout(60)
class ContainerOrphansIT {
    private static final ProcFs PROC = ProcFs.ofThisMachine();

    private final DockerEngine engine = DockerEngine.find(System.getenv());

    @TempDir
    Path directory;

    @Test
    @Disturbance(value = "kill -9 of ralbench right after it started containers", then = "no container is left")
    void noContainerOutlivesARalbenchThatIsKilled() throws Exception {
        var process = new ProcessBuilder(
                        Starters.JAVA.toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ContainerMain.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        var words = String.valueOf(process.inputReader().readLine()).split(" ", -1);
        assertThat(words[0]).isEqualTo("ready");
        long pid = Long.parseLong(words[2]);
        assertThat(PROC.stat(pid)).isPresent();

        process.destroyForcibly();

        var containers = Containers.of(engine);
        assertThat(new Pause(Clock.system())
                        .until(
                                () -> PROC.stat(pid).isEmpty() && !containers.exists("ralbench-" + words[1]),
                                Duration.ofSeconds(15)))
                .isTrue();
    }

    @Test
    @Disturbance(value = "containers of a ralbench that is gone", then = "are removed; those of the living stay")
    void containersOfTheLivingStayAndThoseOfTheDeadGo() throws Exception {
        var orphans = new ContainerOrphans(engine, PROC);
        var dead = new Owner(999_999_999, 1, PROC.pidNamespace());
        try (var mine = Containers.of(engine);
                var left = Containers.of(engine, new RunTag(dead))) {
            var living = mine.starter().start(redis());
            left.starter().start(redis());
            assertThat(orphans.find()).hasSizeGreaterThanOrEqualTo(1);

            assertThat(orphans.remove()).isNotEmpty();

            assertThat(left.exists("ralbench-" + dead)).isFalse();
            assertThat(living.isAlive()).isTrue();
        }
    }

    private ServiceSpec redis() {
        return Containers.spec(
                TestPrograms.REDIS, directory, "redis", "redis-server", "--port", String.valueOf(FreePort.next()));
    }
}
