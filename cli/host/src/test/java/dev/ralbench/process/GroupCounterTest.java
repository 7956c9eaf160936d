package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which groups count the CPU time of one service alone, on file systems laid out as the kernel lays them out. */
class GroupCounterTest {
    private static final String CPU = "usage_usec 1500000\nuser_usec 1000000\n";

    @TempDir
    private Path root;

    private ProcFs proc;
    private Path mount;

    @BeforeEach
    void layOut() throws IOException {
        proc = new ProcFs(root.resolve("proc"));
        mount = root.resolve("groups");
        write("groups/cgroup.controllers", "cpu memory\n");
        write("proc/self/cgroup", "0::/user/terminal\n");
        write("proc/10/environ", "nginx: master process"); // a server that shows a title there
        write("proc/10/status", "NSpid:\t10\n");
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Optional<GroupCounter> counter() {
        return GroupCounter.of(10, proc, mount);
    }

    @Test
    void theGroupThatRalbenchMadeForTheServiceDoes() throws IOException {
        write("proc/10/cgroup", "0::/user/terminal/ralbench-10-20-30-1\n");
        write("groups/user/terminal/ralbench-10-20-30-1/cpu.stat", CPU);

        assertThat(counter().flatMap(GroupCounter::cpuMicros)).contains(1_500_000L);
    }

    @Test
    void theGroupOfAContainerDoes() throws IOException {
        write("proc/10/environ", "");
        write("proc/10/status", "NSpid:\t10\t1\n");
        write("proc/10/cgroup", "4:memory:/docker/4711\n0::/docker/4711\n");
        write("groups/docker/4711/cpu.stat", CPU);

        assertThat(counter().flatMap(GroupCounter::cpuMicros)).contains(1_500_000L);
    }

    /** As older engines have it next to version 1: the group is their daemon's. */
    @Test
    void thatOfAnEngineDoesNot() throws IOException {
        write("proc/10/status", "NSpid:\t10\t1\n");
        write("proc/10/cgroup", "4:memory:/docker/4711\n0::/engine\n");
        write("proc/11/status", "NSpid:\t11\n");
        write("groups/engine/cpu.stat", CPU);
        write("groups/engine/cgroup.procs", "10\n11\n");

        assertThat(counter()).isEmpty();
    }

    @Test
    void nextToVersion1TheHierarchyHasADirectoryOfItsOwn() throws IOException {
        Files.delete(mount.resolve("cgroup.controllers"));
        write("proc/10/cgroup", "0::/ralbench-10-20-30-1\n");
        write("groups/unified/ralbench-10-20-30-1/cpu.stat", CPU);

        assertThat(counter()).isPresent();
    }

    @Test
    void oneWithOtherProcessesDoesNot() throws IOException {
        write("groups/user/terminal/cpu.stat", CPU);
        write("groups/cpu.stat", CPU);
        write("groups/user/other/cpu.stat", CPU);
        write("proc/10/status", "NSpid:\t10\t1\n"); // such as a sandbox, which has ids of its own and no group

        for (var path : new String[] {"/user/terminal", "/user", "/"}) {
            write("proc/10/cgroup", "0::" + path + "\n");
            assertThat(counter()).as(path).isEmpty();
        }
        write("proc/10/status", "NSpid:\t10\n");
        write("proc/10/cgroup", "0::/user/other\n");
        assertThat(counter()).isEmpty();
    }

    @Test
    void itsProcessesAreAlsoThoseOfTheGroupsBelowIt() throws IOException {
        write("group/cgroup.procs", "10\n11\n");
        write("group/inner/cgroup.procs", "12\n");

        assertThat(new GroupCounter(root.resolve("group")).pids()).containsExactlyInAnyOrder(10L, 11L, 12L);
        assertThat(new GroupCounter(root.resolve("gone")).pids()).isEmpty();
    }
}
