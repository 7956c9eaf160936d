package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left on a machine without /proc, such as a Mac. */
class NoProcIT {
    private static final List<String> WITHOUT_PROC =
            List.of("unshare", "--mount", "sh", "-c", "umount --lazy /proc && exec \"$@\"", "sh");

    @TempDir
    Path directory;

    private record Ended(int exit, String out, String err) {}

    @BeforeEach
    void onlyRootTakesProcAway() throws IOException, InterruptedException {
        var command = new ArrayList<>(WITHOUT_PROC);
        command.addAll(List.of("test", "!", "-e", "/proc/self"));
        var attempt = new ProcessBuilder(command).redirectErrorStream(true).start();
        assumeTrue(attempt.waitFor() == 0, "/proc can be taken away by root only, and where mounts are allowed");
    }

    private Ended ralbench(String... words) throws IOException, InterruptedException {
        // the JDK finds its own libraries by /proc
        var libraries = Path.of(System.getProperty("java.home"), "lib");
        var environment = Map.of("LD_LIBRARY_PATH", libraries + ":" + libraries.resolve("server"));
        try (var process =
                RalbenchProcess.startIn(directory, WITHOUT_PROC, Uncalibrated.class, environment, List.of(words))) {
            int exit = process.awaitEnd(Duration.ofMinutes(1));
            return new Ended(exit, Files.readString(directory.resolve("out.txt")), process.told());
        }
    }

    @Test
    @Disturbance(value = "no /proc, as on a Mac", then = "doctor says what is missing")
    void doctorSaysWhatIsNotMeasuredThere() throws Exception {
        var ended = ralbench("doctor");

        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(ended.out()).containsPattern("note  machine +[0-9]+ CPUs, Linux without /proc");
        assertThat(ended.out()).contains("no threads, memory or CPU time");
        assertThat(ended.out() + ended.err()).doesNotContain("Exception", "\tat ");
    }

    @Test
    @Disturbance(value = "no /proc, as on a Mac", then = "responses are measured, the view inside is not")
    void responsesAreMeasured() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            var ended =
                    ralbench("run", "http://127.0.0.1:" + server.getAddress().getPort() + "/", "-u", "2", "-n", "50");

            assertThat(ended.exit()).as("%s", ended).isZero();
            assertThat(ended.out())
                    .contains("no threads, heap, cpu/req: this machine has no /proc, as Linux does")
                    .doesNotContain("descriptors were used up");
            assertThat(ended.out() + ended.err()).doesNotContain("Exception", "\tat ");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServiceIsStartedAndEnded() throws Exception {
        var script = Files.writeString(directory.resolve("shop.yaml"), """
                schema: 1
                name: shop
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants:
                  shop: { target: { command: "%s -m jdk.httpserver -b 127.0.0.1 -p ${port} -d %s", ready: / } }
                """.formatted(Starters.JAVA, directory));

        var ended = ralbench("run", script.toString());

        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(ended.out() + ended.err()).doesNotContain("Exception", "\tat ");
    }
}
