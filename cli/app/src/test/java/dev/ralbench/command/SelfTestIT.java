package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.SelfTestFile;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Self-tests that are ended by a signal. */
@Timeout(180)
class SelfTestIT {
    @TempDir
    private Path directory;

    @Test
    void endedInThePreparationOfItsFirstRunItLeavesNothing() throws Exception {
        // Nothing is prepared yet in a cache of its own, which takes a while.
        var ownCache = Map.of("RALBENCH_CACHE", directory.resolve("cache").toString());
        try (var selfTest = start(ownCache, "--runs", "1")) {
            selfTest.awaitProgress("(once)", Duration.ofMinutes(1));

            selfTest.signal("TERM");

            assertThat(selfTest.awaitEnd(Duration.ofSeconds(30)))
                    .as(selfTest.told())
                    .isEqualTo(ExitCode.TERMINATED.code());
        }
        assertThat(directory.resolve("self.json")).doesNotExist();
        assertThat(directory.resolve("self")).doesNotExist();
        assertThat(Files.readString(directory.resolve("out.txt"))).isEmpty();
    }

    @Test
    @Disturbance(value = "a signal to a self-test", then = "shows its findings so far")
    void endedLaterItShowsWhatItHasFoundSoFar() throws Exception {
        try (var selfTest = start(Map.of(), "--runs", "0", "--injected", "9", "--regression", "extra-threads")) {
            selfTest.awaitProgress("run 1 of 9: extra-threads", Duration.ofMinutes(2));

            selfTest.signal("TERM");

            assertThat(selfTest.awaitEnd(Duration.ofMinutes(1)))
                    .as(selfTest.told())
                    .isEqualTo(ExitCode.TERMINATED.code());
        }
        var found = SelfTestFile.read(directory.resolve("self.json")).runs().size();
        assertThat(found).isBetween(1, 8);
        assertThat(Files.readString(directory.resolve("out.txt")))
                .contains("0 runs of equal variants, " + found + " with a regression")
                .contains("findings: ");
        assertThat(directory.resolve("self")).doesNotExist();
    }

    private RalbenchProcess start(Map<String, String> environment, String... options) throws IOException {
        var words = new ArrayList<>(List.of("selftest", "--runtime", "process"));
        words.addAll(List.of("-o", directory.resolve("self.json").toString()));
        words.addAll(List.of(options));
        return RalbenchProcess.start(directory, environment, words);
    }
}
