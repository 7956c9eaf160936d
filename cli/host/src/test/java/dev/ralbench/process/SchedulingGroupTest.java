package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulingGroupTest {
    @TempDir
    Path mount;

    @Test
    void versionOneHasAHierarchyForTheCpu() throws Exception {
        write("cpu,cpuacct/docker/cpu.shares", "1024\n");

        var group = parentOf(List.of("5:memory:/docker/abc", "3:cpu,cpuacct:/docker/abc", "0::/docker/abc"), mount);

        assertThat(group).contains(new SchedulingGroup("/docker", "cpu.shares 1024"));
    }

    @Test
    void versionTwoHasOneForAll() throws Exception {
        write("system.slice/cpu.weight", "100\n");

        var group = parentOf(List.of("0::/system.slice/docker-abc.scope"), mount);

        assertThat(group).contains(new SchedulingGroup("/system.slice", "cpu.weight 100"));
    }

    @Test
    void theTopHasNoWeight() {
        assertThat(parentOf(List.of("0::/abc"), mount)).contains(new SchedulingGroup("/", "cpu.weight"));
    }

    @Test
    void aProcessHasItsOwn() throws Exception {
        write("user.slice/bench.scope/cpu.weight", "200\n");

        assertThat(SchedulingGroup.ownOf(List.of("0::/user.slice/bench.scope"), mount)
                        .map(SchedulingGroup.GroupPath::group))
                .contains(new SchedulingGroup("/user.slice/bench.scope", "cpu.weight 200"));
    }

    @Test
    void aGroupWithoutTheControllerSharesInTheOneAboveIt() throws Exception {
        write("user.slice/bench.scope/cpu.weight", "200\n");

        assertThat(SchedulingGroup.ownOf(List.of("0::/user.slice/bench.scope/ralbench-a-1"), mount)
                        .map(SchedulingGroup.GroupPath::withController)
                        .map(SchedulingGroup.GroupPath::group))
                .contains(new SchedulingGroup("/user.slice/bench.scope", "cpu.weight 200"));
    }

    @Test
    void aContainerIsKnownByItsOwnProcessIds() throws Exception {
        for (var pid : List.of("4711", "4712")) {
            write(pid + "/cgroup", "3:cpu:/no-such-slice/no-such-scope\n");
        }
        write("4711/status", "Pid:\t4711\nNSpid:\t4711\n");
        write("4712/status", "Pid:\t4712\nNSpid:\t4712\t1\n");

        assertThat(SchedulingGroup.of(4711, new ProcFs(mount))).contains("/no-such-slice/no-such-scope cpu.shares");
        assertThat(SchedulingGroup.of(4712, new ProcFs(mount))).contains("/no-such-slice cpu.shares");
    }

    @Test
    void aProcessOutsideOfAnyGroupSharesInItsSession() throws Exception {
        write("4711/cgroup", "3:cpu,cpuacct:/\n");
        write("4711/autogroup", "/autogroup-57 nice 0\n");

        assertThat(SchedulingGroup.of(4711, new ProcFs(mount))).contains("session, autogroup nice 0");
        assertThat(SchedulingGroup.of(4712, new ProcFs(mount))).isEmpty();
    }

    private static Optional<SchedulingGroup> parentOf(List<String> groups, Path mount) {
        return SchedulingGroup.ownOf(groups, mount)
                .flatMap(SchedulingGroup.GroupPath::parent)
                .map(SchedulingGroup.GroupPath::group);
    }

    private void write(String file, String text) throws Exception {
        var path = mount.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
