package dev.ralbench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RalbenchTest {
    @TempDir
    private Path directory;

    /** A JVM that prints what it was given. */
    private Jdk jdk() throws IOException {
        var bin = Files.createDirectories(directory.resolve("jdk/bin"));
        var java = Files.writeString(
                bin.resolve("java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\npwd\necho RESULT FAIL\nexit 3\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return new Jdk(directory.resolve("jdk"), 25);
    }

    @Test
    void itGetsItsClassPathAndItsWordsAndItsEndIsKnown() throws Exception {
        var project = Files.createDirectories(directory.resolve("a project"));
        var scratch = project.resolve("target/ralbench/jvm");
        var jars = List.of(Path.of("/repo/a b.jar"), Path.of("/repo/c.jar"));
        var ralbench = new Ralbench(jdk(), jars, List.of("-Xmx1g"), project, scratch);
        var shown = new ArrayList<String>();

        var ended = ralbench.run(List.of("run", "--scenario", "load orders.yaml"), shown::add);

        assertThat(ended.exit()).isEqualTo(3);
        assertThat(ended.out())
                .isEqualTo(shown)
                .contains(
                        "-Xmx1g",
                        "dev.ralbench.command.Main",
                        "load orders.yaml",
                        project.toRealPath().toString())
                .endsWith("RESULT FAIL");
        assertThat(scratch.resolve("class-path")).content().isEqualTo("-cp \"/repo/a b.jar:/repo/c.jar\"\n");
    }

    /** Maven may have been started anywhere. */
    @Test
    void aBaseOfARevisionIsWhereHeadIsInItsProject() throws Exception {
        var project = Files.createDirectories(directory.resolve("services/orders"));
        var jar = Files.createFile(
                Files.createDirectories(project.resolve("target")).resolve("orders.jar"));

        assertThat(GateMojo.inProject(project, "target/orders.jar")).isEqualTo(Path.of("target/orders.jar"));
        assertThat(GateMojo.inProject(project, jar.toString())).isEqualTo(Path.of("target/orders.jar"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "image:orders",
                "http://127.0.0.1:8080",
                "tomcat",
                "java -jar target/orders.jar",
                "target/none.jar"
            })
    void aHeadThatHasNoCounterpartInARevisionIsRefused(String head) {
        assertThatThrownBy(() -> GateMojo.inProject(directory, head))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("baseRevision needs a head that is a file")
                .hasMessageContaining(Path.of(head).getFileName().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "com.example:orders:1.4, true",
        "com.example:orders:RELEASE, true",
        "com.example:orders:jar:exec:1.4, true",
        "image:orders:1.4, false",
        "http://127.0.0.1:8080, false",
        "../base/target/orders.jar, false",
        "orders.jar, false",
    })
    void coordinatesAreToldFromOtherBuilds(String what, boolean isArtifact) {
        assertThat(GateMojo.isArtifact(what)).isEqualTo(isArtifact);
    }
}
