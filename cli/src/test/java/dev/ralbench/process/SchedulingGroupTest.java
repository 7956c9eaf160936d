package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulingGroupTest {
    @TempDir
    Path mount;

    @Test
    void versionOneHasAHierarchyForTheCpu() throws Exception {
        write("cpu,cpuacct/docker/cpu.shares", "1024\n");

        var group = SchedulingGroup.parentOf(
                List.of("5:memory:/docker/abc", "3:cpu,cpuacct:/docker/abc", "0::/docker/abc"), mount);

        assertThat(group).contains(new SchedulingGroup("/docker", "cpu.shares 1024"));
    }

    @Test
    void versionTwoHasOneForAll() throws Exception {
        write("system.slice/cpu.weight", "100\n");

        var group = SchedulingGroup.parentOf(List.of("0::/system.slice/docker-abc.scope"), mount);

        assertThat(group).contains(new SchedulingGroup("/system.slice", "cpu.weight 100"));
    }

    @Test
    void theTopHasNoWeight() {
        assertThat(SchedulingGroup.parentOf(List.of("0::/abc"), mount))
                .contains(new SchedulingGroup("/", "cpu.weight"));
    }

    @Test
    void aProcessOutsideOfAnyGroupSharesInItsSession() throws Exception {
        write("4711/cgroup", "3:cpu,cpuacct:/\n");
        write("4711/autogroup", "/autogroup-57 nice 0\n");

        assertThat(SchedulingGroup.of(4711, new ProcFs(mount))).contains("session, autogroup nice 0");
        assertThat(SchedulingGroup.of(4712, new ProcFs(mount))).isEmpty();
    }

    private void write(String file, String text) throws Exception {
        var path = mount.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
