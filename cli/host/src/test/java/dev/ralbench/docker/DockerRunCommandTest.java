package dev.ralbench.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DockerRunCommandTest {
    @Test
    void anImageOfOnesOwnKeepsItsDirectoryAndItsProgram() {
        var spec = ServiceSpec.ofImage(
                "target",
                "shop:1",
                List.of("serve", "all of it"),
                Map.of("PORT", "4711"),
                List.of(ServiceSpec.Directory.readOnly(Path.of("/tmp/a.conf"), Path.of("/etc/a.conf"))),
                new LogFile(Path.of("log")));

        assertThat(DockerRunCommand.of(spec, new DockerImage("shop:1", "sha256:1"), new OwnRights("7:8", 1024)))
                .isEqualTo(
                        "docker run --rm --network host --user 7:8 --ulimit nofile=1024 --volume /tmp/a.conf:/etc/a.conf:ro --env PORT=4711"
                                + " shop:1 serve 'all of it'");
    }

    @Test
    void aSecretIsShownAsItsPlaceholder() {
        var spec = ServiceSpec.ofImage(
                        "target", "shop:1", List.of(), Map.of("KEY", "hunter2"), List.of(), new LogFile(Path.of("log")))
                .showing(Map.of("KEY", "${env:SHOP_KEY}"));

        assertThat(DockerRunCommand.of(spec, new DockerImage("shop:1", "sha256:1"), new OwnRights("7:8", 1024)))
                .contains(" --env 'KEY=${env:SHOP_KEY}' ")
                .doesNotContain("hunter2");
    }

    @Test
    void aContainerOnSomeCpusSaysWhich() {
        var spec = ServiceSpec.ofImage("target", "shop:1", List.of(), Map.of(), List.of(), new LogFile(Path.of("log")))
                .on(CpuSet.of(0, 2, 3));

        assertThat(DockerRunCommand.of(spec, new DockerImage("shop:1", "sha256:1"), new OwnRights("7:8", 1024)))
                .contains(" --cpuset-cpus 0,2-3 ");
    }

    @Test
    void aContainerCanBeStartedByHandExceptForPasswords() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("DB_HOST", "127.0.0.1");
        environment.put("DB_PASSWORD", "secret");
        var spec = new ServiceSpec(
                "target",
                Program.JAVA,
                List.of("java", "-jar", "/opt/my app.jar"),
                environment,
                List.of(
                        ServiceSpec.Directory.readOnly(Path.of("/opt")),
                        ServiceSpec.Directory.writable(Path.of("/var/data"))),
                new LogFile(Path.of("log")));

        assertThat(DockerRunCommand.of(
                        spec, new DockerImage("eclipse-temurin:25-jre", "sha256:1"), new OwnRights("7:8", 1024)))
                .isEqualTo("docker run --rm --network host --user 7:8 --workdir / --ulimit nofile=1024"
                        + " --volume /opt:/opt:ro --volume /var/data:/var/data"
                        + " --env DB_HOST=127.0.0.1 --env 'DB_PASSWORD=***'"
                        + " --entrypoint java eclipse-temurin:25-jre -jar '/opt/my app.jar'");
    }
}
