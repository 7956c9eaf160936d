package dev.ralbench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.Taskset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether this process may be moved, as some program in taskset's place says. */
class ObstacleTest {
    private static final String REFUSES = "echo \"pid 7's current affinity list: 0-3\"\n"
            + "echo \"taskset: failed to set pid 7's affinity: Operation not permitted\" >&2\nexit 1";

    @TempDir
    private Path directory;

    private Taskset taskset(String script) throws IOException {
        var file = Files.writeString(directory.resolve("taskset"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new Taskset(file);
    }

    private Optional<String> obstacle(String script, Topology machine, int cores) throws IOException {
        return Planner.obstacle(Optional.of(taskset(script)), Optional.of(machine), cores);
    }

    @Test
    void theLastWordsOfTasksetNameTheObstacle() throws IOException {
        assertThat(obstacle(REFUSES, Machines.plain(4), 4))
                .hasValue("ralbench may not be put on CPUs"
                        + " (taskset: failed to set pid 7's affinity: Operation not permitted)");
    }

    @Test
    void aProcessThatMayBePutOnItsOwnCpusMeetsNoObstacle() throws IOException {
        var asked = directory.resolve("asked");

        assertThat(obstacle("echo \"$@\" > " + asked, Machines.plain(4), 4)).isEmpty();
        assertThat(asked).hasContent("-a -c -p 0-3 " + ProcessHandle.current().pid());
    }

    @Test
    void aThreadThatEndedMeanwhileIsNoObstacle() throws IOException {
        var once = directory.resolve("once");

        assertThat(obstacle("test -e " + once + " || { touch " + once + "; exit 1; }", Machines.plain(4), 4))
                .isEmpty();
    }

    @Test
    void whereNothingCanBeDividedNothingIsTried() throws IOException {
        assertThat(obstacle(REFUSES, Machines.plain(2), 2)).isEmpty();
        assertThat(obstacle(REFUSES, Machines.plain(8), 2)).isEmpty();
        assertThat(obstacle(REFUSES, Machines.of(1, 4), 4)).isEmpty();
        assertThat(Planner.obstacle(Optional.of(taskset(REFUSES)), Optional.empty(), 8))
                .isEmpty();
    }

    @Test
    void aMissingProgramIsOneEverywhere() {
        assertThat(Planner.obstacle(Optional.empty(), Optional.of(Machines.plain(2)), 2))
                .hasValue(Planner.NO_TASKSET);
    }
}
