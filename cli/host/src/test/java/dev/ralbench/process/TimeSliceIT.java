package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM asks the kernel for a shorter time slice, and reads what it got. */
@Timeout(60)
class TimeSliceIT {
    private static Map<String, String> run(String... flags) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        // One that steps back: a new slice must not undo it.
        command.addAll(List.of("nice", "-n", "3"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TimeSliceMain.class.getName()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.lines()
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> line.substring(line.lastIndexOf(' ') + 1)));
    }

    @Test
    void aThreadGetsTheShortestSliceThatTheKernelHasAndKeepsItsNiceness() throws Exception {
        var said = run("--enable-native-access=ALL-UNNAMED");
        assumeThat(said).as("JDK 22 and Linux 6.12, or newer").containsEntry("can be shortened", "true");
        assumeThat(said).as("the kernel tells of slices").doesNotContainEntry("before", "unknown");

        int own = new OwnProcess(ProcFs.ofThisMachine()).niceness().orElseThrow();
        assertThat(said)
                .doesNotContainEntry("before", "100000")
                .containsEntry("after", "100000")
                .containsEntry("niceness", String.valueOf(Math.min(19, own + 3)));
    }

    /** As a library may be used: the JVM would print a warning, which {@link #run} would not understand. */
    @Test
    void aJvmThatMayNotCallNativeCodeChangesNothingAndWarnsOfNothing() throws Exception {
        var said = run();

        assertThat(said)
                .containsOnlyKeys("can be shortened", "before", "after", "niceness")
                .containsEntry("can be shortened", "false")
                .containsEntry("after", said.get("before"));
    }
}
