package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunTag;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Listening;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is open, and what is known of secrets, while {@code up} keeps a target and all that it needs up. */
@Timeout(120)
class UpIT {
    private static final String TOKEN = "S3cret-of-the-environment";

    private final ProcFs proc = ProcFs.ofThisMachine();

    @TempDir
    private Path directory;

    private RalbenchProcess up;

    @BeforeEach
    void start() throws IOException {
        var jar = Repository.path("targets/mini/target/mini.jar").toRealPath();
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work, headers: { X-Mine: "${env:SHOP_TOKEN}" } }
                load: { closed: { loops: { users: 1, loops: 1 } } }
                needs: { mysql: { database: shop }, postgres: { database: shop }, redis: { database: 0 }, upstream: { latency: 10ms } }
                jvm: -Xmx64m -XX:+UseSerialGC
                variants:
                  mini:
                    target:
                      command: "${java} ${jvmFlags} -jar '%s' --port=${port}"
                      ready: /ready
                      env: { SHOP_PASSWORD: "pre-${env:SHOP_TOKEN}" }
                """.formatted(jar));
        up = RalbenchProcess.startIn(
                directory, Map.of("SHOP_TOKEN", TOKEN), List.of("up", scenario.toString(), "--runtime", "process"));
        Eventually.within(Duration.ofSeconds(60), () -> {
            assertThat(up.process().isAlive()).as("%s", up.told()).isTrue();
            return text("out.txt").contains("up until Ctrl-C");
        });
    }

    @AfterEach
    void end() {
        up.close();
    }

    private String text(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Long> services() {
        return proc.pids().stream()
                .filter(pid -> proc.variable(pid, RunTag.VARIABLE)
                        .filter(runTag -> runTag.startsWith(up.pid() + "-"))
                        .isPresent())
                .toList();
    }

    @Test
    @Disturbance(value = "another machine looks for open ports", then = "all of a run are on loopback, one per service")
    void allPortsAreOnLoopback() throws Exception {
        var all = new ArrayList<>(services());
        all.add(up.pid());
        var addresses = new ArrayList<String>();
        for (long pid : all) {
            var ofOne = Listening.addresses(pid);
            assertThat(ofOne).as("no port to manage a JVM by").hasSizeLessThanOrEqualTo(1);
            addresses.addAll(ofOne);
            var attach = proc.fileSystemOf(pid).resolve("tmp/.java_pid" + pid);
            if (Files.exists(attach)) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(attach)))
                        .isEqualTo("rw-------");
            }
        }
        assertThat(addresses)
                .as("target, databases, Redis, upstream")
                .hasSize(5)
                .allMatch(Listening.LOOPBACK::contains);
    }

    @Test
    @Disturbance(value = "up with a secret of the environment", then = "the service has it, nothing printed or written")
    void aSecretReachesTheServiceAndNothingElse() throws Exception {
        assertThat(services())
                .anySatisfy(
                        pid -> assertThat(proc.variable(pid, "SHOP_PASSWORD")).contains("pre-" + TOKEN));
        assertThat(text("out.txt")).contains("SHOP_TOKEN");

        up.signal("TERM");
        up.awaitEnd(Duration.ofSeconds(30));

        assertThat(services()).isEmpty();
        try (var files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSizeGreaterThan(3)
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain(TOKEN));
        }
    }
}
