package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.LogFile;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Repository;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between choosing a port and its use somebody else may take it: what is started then has to end, and to say why. */
class TakenPortIT {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mini/target/mini.jar --port=",
                "upstream/target/upstream.jar --port=",
                "tomcat/target/tomcat.jar --server.port=",
                "netty/target/netty.jar --server.port="
            })
    @Disturbance(value = "the port of a target is taken", then = "it ends instead of serving elsewhere")
    void aTargetWhosePortIsTakenEnds(String jarAndPort) throws Exception {
        var words = jarAndPort.split(" ", -1);
        var log = directory.resolve("log");
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            var process = new ProcessBuilder(
                            JAVA.toString(),
                            "-Djava.io.tmpdir=" + directory,
                            "-jar",
                            Repository.path("targets", words[0]).toString(),
                            words[1] + taken.getLocalPort())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                assertThat(process.waitFor(60, TimeUnit.SECONDS))
                        .as("ends by itself")
                        .isTrue();
                assertThat(process.exitValue()).isNotZero();
                assertThat(new LogFile(log).saysAddressInUse()).isTrue();
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
