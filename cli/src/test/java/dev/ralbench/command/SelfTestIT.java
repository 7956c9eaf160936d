package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.SelfTestFile;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Self-tests that are ended by a signal. */
@Timeout(180)
class SelfTestIT {
    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void endedInThePreparationOfItsFirstRunItLeavesNothing() throws Exception {
        // Nothing is prepared yet in a cache of its own, which takes a while.
        var selfTest = start(Map.of("RALBENCH_CACHE", folder.resolve("cache").toString()), "--runs", "1");
        Eventually.within(Duration.ofMinutes(1), () -> err().contains("(once)"));

        selfTest.destroy();

        assertThat(selfTest.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(selfTest.exitValue()).as(err()).isEqualTo(ExitCode.TERMINATED.code());
        assertThat(folder.resolve("self.json")).doesNotExist();
        assertThat(folder.resolve("self")).doesNotExist();
        assertThat(Files.readString(folder.resolve("out.txt"))).isEmpty();
    }

    @Test
    void endedLaterItShowsWhatItHasFoundSoFar() throws Exception {
        var selfTest = start(Map.of(), "--runs", "0", "--injected", "9", "--regression", "extra-threads");
        Eventually.within(Duration.ofMinutes(2), () -> err().contains("run 1 of 9: extra-threads"));

        selfTest.destroy();

        assertThat(selfTest.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(selfTest.exitValue()).as(err()).isEqualTo(ExitCode.TERMINATED.code());
        var found = SelfTestFile.read(folder.resolve("self.json")).runs().size();
        assertThat(found).isBetween(1, 8);
        assertThat(Files.readString(folder.resolve("out.txt")))
                .contains("0 runs of equal variants, " + found + " with a regression")
                .contains("findings: ");
        assertThat(folder.resolve("self")).doesNotExist();
    }

    private Process start(Map<String, String> environment, String... options) throws IOException {
        var command = new ArrayList<>(List.of(
                Starters.JAVA.toString(),
                "-Dralbench.home=" + Path.of("..").toAbsolutePath().normalize(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "selftest",
                "--runtime",
                "process",
                "-o",
                folder.resolve("self.json").toString()));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        started.add(process);
        return process;
    }

    private String err() {
        try {
            return Files.readString(folder.resolve("err.txt"));
        } catch (IOException e) {
            return "";
        }
    }
}
