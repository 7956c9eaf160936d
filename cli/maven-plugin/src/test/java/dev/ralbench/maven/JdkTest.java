package dev.ralbench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
    @TempDir
    private Path directory;

    private Path jdk(String name, String version) throws IOException {
        var home = Files.createDirectories(directory.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        assertThat(Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true))
                .isTrue();
        return home;
    }

    @Test
    void theVersionIsInTheReleaseFile() throws IOException {
        assertThat(Jdk.in(jdk("new", "25.0.1")))
                .hasValueSatisfying(jdk -> assertThat(jdk.version()).isEqualTo(25));
        assertThat(Jdk.in(jdk("old", "1.8.0_402"))).hasValueSatisfying(jdk -> {
            assertThat(jdk.version()).isEqualTo(8);
            assertThat(jdk.isNewEnough()).isFalse();
        });
        assertThat(Jdk.in(directory)).isEmpty();
    }

    @Test
    void theOneThatIsNamedIsTakenIfItIsNewEnough() throws IOException {
        var named = jdk("named", "21.0.2");
        var maven = jdk("maven", "24");

        assertThat(Jdk.find(Map.of("RALBENCH_JAVA_HOME", named.toString()), List.of(maven)))
                .hasValueSatisfying(jdk -> assertThat(jdk.home()).isEqualTo(named));
        assertThat(Jdk.find(
                        Map.of("JAVA_HOME", jdk("seventeen", "17").toString(), "HOME", directory.toString()),
                        List.of(maven)))
                .hasValueSatisfying(jdk -> assertThat(jdk.version()).isGreaterThanOrEqualTo(24));
    }

    @Test
    void theNewestOfAUsersOwnIsFound() throws IOException {
        jdk(".sdkman/candidates/java/21-tem", "21");
        var newest = jdk(".jdks/openjdk-99", "99.0.1");

        assertThat(Jdk.find(Map.of("HOME", directory.toString()), List.of()))
                .hasValueSatisfying(jdk -> assertThat(jdk.home()).isEqualTo(newest));
    }

    @Test
    void anOlderJvmGetsNoFlagThatItDoesNotKnow() {
        assertThat(new Jdk(directory, 21).flags()).noneMatch(flag -> flag.contains("sun-misc-unsafe"));
        assertThat(new Jdk(directory, 25).flags()).contains("--sun-misc-unsafe-memory-access=allow");
    }
}
